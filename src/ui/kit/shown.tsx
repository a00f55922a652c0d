import { Badge, type BadgeTone } from '../data/badge.tsx'
import { Breadcrumb } from '../navigation/breadcrumb.tsx'
import { Ways } from '../navigation/ways.tsx'
import { Button, LinkButton } from '../controls/button.tsx'
import { CallFailed } from '../calls/call-failed.ts'
import { Card } from '../data/card.tsx'
import { DateTime } from '../data/date.tsx'
import { Empty } from '../feedback/empty.tsx'
import { Fact } from '../data/fact.tsx'
import { Loading } from '../feedback/loading.tsx'
import { SectionTitle } from '../navigation/page-title.tsx'
import { Picture } from '../data/picture.tsx'
import { Placeholders } from '../feedback/placeholders.tsx'
import { Price } from '../data/price.tsx'
import { ReadFailed } from '../feedback/read-failed.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Stars } from '../data/stars.tsx'
import { kitPageTexts as texts } from './kit-page.texts.ts'
import styles from './kit-page.module.css'

const tones: readonly BadgeTone[] = ['ink', 'accent', 'neutral', 'ok', 'maybe', 'bad']

export function States() {
  return (
    <p className={styles.row}>
      {tones.map(tone => (
        <Badge key={tone} tone={tone}>
          {texts.tones[tone]}
        </Badge>
      ))}
    </p>
  )
}

const ratings = [null, 0, 2.5, 4.8, 5]

export function Ratings() {
  return (['small', 'large'] as const).map(size => (
    <p key={size} className={styles.row}>
      {ratings.map(rating => (
        <Stars key={rating} rating={rating} size={size} />
      ))}
    </p>
  ))
}

export function Figures() {
  const [order] = texts.rows
  return (
    <>
      <p className={styles.row}>
        <Price amount={12_990} />
        <Price amount={186.4} size="large" />
        <Price amount={-8.35} currency="eur" />
        {order && <DateTime value={order.placed} />}
        {order && <DateTime value={order.placed} precision="day" />}
      </p>
      <dl className={styles.row}>
        <Fact name={texts.factNames.brand}>{texts.facts.brand}</Fact>
        <Fact name={texts.factNames.stock}>{texts.facts.stock}</Fact>
      </dl>
    </>
  )
}

/** One that is there, and the frame that stands where there is none. */
export function Pictures() {
  return (
    <div className={styles.row}>
      <Picture picture={null} src="/favicon.svg" alt={texts.pictureOf} className={styles.picture ?? ''} />
      <Picture picture={null} alt="" className={styles.picture ?? ''} />
    </div>
  )
}

const shapes = ['line', 'title', 'control', 'picture', 'row'] as const

export function Waiting() {
  return (
    <div className={styles.stack}>
      <Loading />
      <div className={styles.columns}>
        {shapes.map(shape => (
          <Skeleton key={shape} shape={shape} />
        ))}
      </div>
      <Placeholders count={3} className={styles.columns} each={styles.card} />
    </div>
  )
}

export function Nothing() {
  const error = new CallFailed({ code: 'not-enough-stock', status: 409, message: texts.failed })
  return (
    <div className={styles.columns}>
      <Empty title={texts.emptyTitle} action={<LinkButton to=".">{texts.emptyAction}</LinkButton>}>
        <p>{texts.emptyText}</p>
      </Empty>
      <ReadFailed title={texts.failedTitle} error={error} isTrying={false} onTry={() => undefined} />
    </div>
  )
}

/** The page's own title is above; this is what stands below one. */
export function Titles() {
  return (
    <>
      <Breadcrumb items={[{ label: texts.home, to: '/' }, { label: texts.title }]} />
      <Ways ways={[{ label: texts.home, to: '/', count: '3' }]} />
      <SectionTitle link={<Button variant="quiet">{texts.sectionLink}</Button>}>{texts.section}</SectionTitle>
    </>
  )
}

export function Cards() {
  return (
    <div className={styles.columns}>
      {(['article', 'section'] as const).map(as => (
        <Card key={as} as={as}>
          <h3>{texts.cardTitle}</h3>
          <p>{texts.cardText}</p>
        </Card>
      ))}
    </div>
  )
}
