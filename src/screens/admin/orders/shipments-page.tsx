import { useState } from 'react'
import { ShipmentFile, type ShipmentReport, shipmentsContract } from '#contracts/ordering'
import { formatNumber } from '#kernel/formats'
import { useOrdersRefresh } from '#parts/ordering'
import { type ShipmentOutcome, shipmentFile } from '#rules/ordering'
import { ordersAdminTexts } from '#texts/ordering'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle, SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { fileInBase64 } from '#ui/controls/tables/file-in-base64.ts'
import { TableChoiceFields } from '#ui/controls/tables/table-choice-fields.tsx'
import { tableFileTypes, useTableChoices } from '#ui/controls/tables/use-table-choices.ts'
import { leftOutLines } from '#ui/controls/tables/table-choices.texts.ts'
import styles from './shipments-page.module.css'
import { shipmentsTexts as texts } from './shipments.texts.ts'

type Sent = ShipmentFile
type Checked = { sent: Sent; report: ShipmentReport; isDone: boolean }

/** Many shipments by one file: looked at row by row first, then reported once. */
export default function ShipmentsPage() {
  const [checked, setChecked] = useState<Checked>()
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <Breadcrumb items={[{ label: ordersAdminTexts.allOrders, to: '/dashboard/allOrders' }, { label: texts.title }]} />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {checked ? (
        <Report checked={checked} onReported={setChecked} onAnother={() => setChecked(undefined)} />
      ) : (
        <ChooseFile onChecked={setChecked} />
      )}
    </>
  )
}

function ChooseFile({ onChecked }: { onChecked: (checked: Checked) => void }) {
  const { locale } = useShop()
  const [file, setFile] = useState<File>()
  const [fileProblem, setFileProblem] = useState<string>()
  const { act, problem, isPending } = useAction()
  const reading = useTableChoices(file)
  const look = async () => {
    const bytes = file && (await fileInBase64(file))
    if (bytes === undefined) return setFileProblem(file ? texts.fileUnreadable : texts.fileMissing)
    const sent = { file: bytes, ...reading.choices }
    const wrong = ShipmentFile.safeParse(sent).error?.issues[0]?.message
    setFileProblem(wrong)
    if (wrong) return
    await act(
      async () => {
        const report = await call(shipmentsContract.previewShipments, { body: sent })
        onChecked({ sent, report, isDone: false })
      },
      ({ errors }) => setFileProblem(reading.problemOf(errors, 'file')),
    )
  }
  return (
    <Card as="section">
      <form
        noValidate
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          void look()
        }}
      >
        <FileField
          label={texts.file}
          hint={texts.fileHint(formatNumber(shipmentFile.rows, locale))}
          error={fileProblem}
          accept={tableFileTypes}
          onChange={event => {
            setFile(event.target.files?.[0])
            setFileProblem(undefined)
            reading.forget()
          }}
        />
        <TableChoiceFields {...reading.fields} />
        <pre className={styles.example}>{'order,carrier,tracking\nT-1001,UPS,1Z999AA10123456784'}</pre>
        <FormProblem>{fileProblem ? undefined : problem}</FormProblem>
        <div>
          <Button type="submit" variant="primary" pending={isPending}>
            {texts.look}
          </Button>
        </div>
      </form>
    </Card>
  )
}

type ReportProps = { checked: Checked; onReported: (checked: Checked) => void; onAnother: () => void }

/** What is to be mended comes first. */
const outcomes: readonly ShipmentOutcome[] = ['refused', 'shipped', 'unchanged']

function Report({ checked: { sent, report, isDone }, onReported, onAnother }: ReportProps) {
  const { locale } = useShop()
  const inWords = (count: number) => formatNumber(count, locale)
  const refresh = useOrdersRefresh()
  const { act, problem, isPending } = useAction()
  const send = () =>
    act(async () => {
      const report = await call(shipmentsContract.reportShipments, { body: sent })
      onReported({ sent, report, isDone: true })
      await refresh()
    })
  const { shipped } = report
  return (
    <div className={styles.report}>
      <Card as="section" className={styles.standing}>
        <p role="status">
          {isDone
            ? shipped > 0
              ? texts.done(shipped, inWords(shipped))
              : texts.doneNone
            : shipped > 0
              ? texts.nothingYet
              : texts.nothingToShip}
        </p>
        <p className={styles.soft}>
          {texts.rows(inWords(report.rows.length))} {leftOutLines(report.leftOut)}
        </p>
        <FormProblem>{problem}</FormProblem>
        <div className={styles.buttons}>
          {!isDone && shipped > 0 && (
            <Button variant="primary" pending={isPending} onClick={() => void send()}>
              {texts.willShip(shipped, inWords(shipped))}
            </Button>
          )}
          <Button disabled={isPending} onClick={onAnother}>
            {texts.another}
          </Button>
        </div>
      </Card>
      {outcomes.map(outcome => {
        const rows = report.rows.filter(row => row.outcome === outcome)
        const title = (isDone ? texts.reported : texts.planned)[outcome](inWords(rows.length))
        return (
          rows.length > 0 && (
            <section key={outcome} className={styles.part}>
              <SectionTitle>{title}</SectionTitle>
              <Table
                caption={title}
                captionHidden
                columns={outcome === 'refused' ? refusedColumns() : columns()}
                rows={rows}
                keyOf={row => row.line}
              />
            </section>
          )
        )
      })}
    </div>
  )
}

type Row = ShipmentReport['rows'][number]

const columns = (): readonly Column<Row>[] => [
  {
    head: texts.order,
    names: true,
    cell: ({ number, orderId }) =>
      orderId ? (
        <Link to={`/dashboard/allOrders/${orderId}`} className={styles.number}>
          {number}
        </Link>
      ) : (
        <span className={styles.number}>{number || texts.none}</span>
      ),
  },
  { head: texts.carrier, cell: row => row.carrier || texts.none },
  { head: texts.tracking, cell: row => (row.tracking ? <code>{row.tracking}</code> : texts.none) },
  { head: texts.line, numeric: true, cell: row => row.line },
]
const refusedColumns = (): readonly Column<Row>[] => [...columns(), { head: texts.reason, cell: row => row.reason }]
