import type { ArticleSection } from '#rules/content'
import { MarkedText } from './marked-text.tsx'
import styles from './text-section.module.css'
import { pageTexts } from './words.texts.ts'

/** Where each part is found on its page; no two at one place. */
export function anchorsOf(sections: readonly ArticleSection[]): string[] {
  const seen = new Map<string, number>()
  return sections.map(({ heading = '' }, index) => {
    const words = heading
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
    const anchor = words || `part-${index + 1}`
    const times = (seen.get(anchor) ?? 0) + 1
    seen.set(anchor, times)
    return times > 1 ? `${anchor}-${times}` : anchor
  })
}

/** A part of a page or an article: heading, paragraphs, points, code. Everything typed is text, and none of it markup. */
export function TextSection({ section, anchor }: { section: ArticleSection; anchor: string | undefined }) {
  const { heading, paragraphs, points, code } = section
  return (
    <section className={styles.section}>
      {heading && <h2 id={anchor}>{heading}</h2>}
      {paragraphs.map((paragraph, index) => (
        <p key={index}>
          <MarkedText>{paragraph}</MarkedText>
        </p>
      ))}
      {points && (
        <ul>
          {points.map((point, index) => (
            <li key={index}>
              <MarkedText>{point}</MarkedText>
            </li>
          ))}
        </ul>
      )}
      {code && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, by keyboard too
        <pre role="group" tabIndex={0} className={styles.code} aria-label={pageTexts.code}>
          <code>{code.join('\n')}</code>
        </pre>
      )}
    </section>
  )
}
