import { useId } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/data/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { columnTexts, csvKindTexts, columnPageTexts as texts } from '#texts/imports'
import { columnsOf, csvColumns, type CsvKind, csvKinds, sampleCsv, sampleName } from '#rules/imports'
import styles from './imports.module.css'
import { saveFile } from './send-files.ts'

/** What each kind of CSV file takes, from the list by which the files are read. */
export function CsvColumns() {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{texts.title}</SectionTitle>
      <p className={styles.fine}>{texts.lead}</p>
      <Card className={styles.kinds}>
        {csvKinds.map(kind => (
          <Kind key={kind} kind={kind} />
        ))}
      </Card>
    </section>
  )
}

function columnsFor(kind: CsvKind): readonly Column<string>[] {
  const contents = new Map(Object.entries<string>(columnTexts[kind]))
  return [
    { head: texts.column, names: true, cell: column => <code>{column}</code> },
    { head: texts.needed, cell: column => <Need kind={kind} column={column} /> },
    { head: texts.what, cell: column => contents.get(column) },
  ]
}

function Kind({ kind }: { kind: CsvKind }) {
  const { name, about } = csvKindTexts[kind]
  return (
    <details className={styles.kind}>
      <summary>
        <b>{name}</b> <span>{about}</span>
      </summary>
      <div className={styles.kindBody}>
        <Button
          size="small"
          aria-label={texts.sampleOf(name)}
          onClick={() => saveFile(sampleName(kind), sampleCsv(kind))}
        >
          <Icon name="download" size={16} />
          {texts.sample}
        </Button>
        <Table
          caption={name}
          captionHidden
          columns={columnsFor(kind)}
          rows={columnsOf(kind)}
          keyOf={column => column}
        />
        {kind === 'parts' && <p className={styles.fine}>{texts.attributes}</p>}
      </div>
    </details>
  )
}

function Need({ kind, column }: { kind: CsvKind; column: string }) {
  const { needed, oneOf = [] } = csvColumns[kind]
  if (needed.includes(column)) return <Badge tone="accent">{texts.yes}</Badge>
  if (!oneOf.flat().includes(column)) return <span className={styles.fine}>{texts.no}</span>
  const others = oneOf.filter(choice => !choice.includes(column)).map(choice => choice.join(' and '))
  return (
    <span className={styles.need}>
      <Badge tone="accent">{texts.yes}</Badge>
      <span className={styles.fine}>{texts.either(others.join(', '))}</span>
    </span>
  )
}
