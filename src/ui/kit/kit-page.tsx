import { type ReactNode, useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { PageTitle, SectionTitle } from '../navigation/page-title.tsx'
import { Actions, Fields, Filters, Quantity } from './controls.tsx'
import { kitPageTexts as texts } from './kit-page.texts.ts'
import styles from './kit-page.module.css'
import { Icons, Links } from './links.tsx'
import { Overlays } from './overlays.tsx'
import { Rows } from './rows.tsx'
import { Cards, Figures, Nothing, Pictures, Ratings, States, Titles, Waiting } from './shown.tsx'
import { colours, measures, type Token } from './tokens.ts'

const parts: readonly [keyof typeof texts.parts, () => ReactNode][] = [
  ['colours', Colours],
  ['measures', Measures],
  ['type', Type],
  ['buttons', Actions],
  ['fields', Fields],
  ['stepper', Quantity],
  ['filters', Filters],
  ['dialogs', Overlays],
  ['table', Rows],
  ['icons', Icons],
  ['links', Links],
  ['badges', States],
  ['stars', Ratings],
  ['figures', Figures],
  ['pictures', Pictures],
  ['waiting', Waiting],
  ['nothing', Nothing],
  ['titles', Titles],
  ['cards', Cards],
]

/** All that screens are made of, on one page. */
export function KitPage() {
  return (
    <main className={`column ${styles.page}`}>
      <div className={styles.head}>
        <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
        <Themes />
      </div>
      {parts.map(([name, Part]) => (
        <Section key={name} title={texts.parts[name]}>
          <Part />
        </Section>
      ))}
    </main>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <SectionTitle id={id}>{title}</SectionTitle>
      {children}
    </section>
  )
}

const themes = ['system', 'light', 'dark'] as const

function showIn(theme: (typeof themes)[number]): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

function Themes() {
  const [theme, setTheme] = useState<(typeof themes)[number]>('system')
  const choose = (next: (typeof themes)[number]) => {
    setTheme(next)
    showIn(next)
  }
  return (
    <div role="group" aria-label={texts.theme} className={styles.themes}>
      {themes.map(one => (
        <Button key={one} size="small" aria-pressed={one === theme} onClick={() => choose(one)}>
          {texts.themes[one]}
        </Button>
      ))}
    </div>
  )
}

function Colours() {
  return (
    <div className={styles.stack}>
      {(['light', 'dark'] as const).map(theme => (
        <div key={theme} data-theme={theme} className={styles.themed}>
          <h3>{texts[theme]}</h3>
          <ul role="list" className={styles.colours}>
            {colours[theme].map(token => (
              <Colour key={token.name} token={token} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Colour({ token: { name, value } }: { token: Token }) {
  return (
    <li className={styles.colour}>
      <svg aria-hidden="true">
        <rect width="100%" height="100%" fill={`var(${name})`} stroke="var(--line-control)" />
      </svg>
      <code>{name}</code>
      <span className={styles.value}>{value}</span>
    </li>
  )
}

function Measures() {
  return (
    <ul role="list" className={styles.columns}>
      {measures.map(({ name, value }) => (
        <li key={name}>
          <code>{name}</code> <span className={styles.value}>{value}</span>
          {name.startsWith('--space') && (
            <svg width={value} height="8" className={styles.measure} aria-hidden="true">
              <rect width="100%" height="8" />
            </svg>
          )}
        </li>
      ))}
    </ul>
  )
}

function Type() {
  const { faces, pangram } = texts
  return (
    <dl className={styles.stack}>
      <div>
        <dt className={styles.value}>{faces.head}</dt>
        <dd className={styles['head-face']}>{pangram}</dd>
      </div>
      <div>
        <dt className={styles.value}>{faces.body}</dt>
        <dd>{pangram}</dd>
      </div>
      <div>
        <dt className={styles.value}>{faces.mono}</dt>
        <dd className={styles['mono-face']}>{pangram}</dd>
      </div>
    </dl>
  )
}
