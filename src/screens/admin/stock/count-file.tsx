import { formatNumber } from '#kernel/formats'
import { useState } from 'react'
import type { AnswerOf } from '#kernel/endpoint'
import { CountFile as FileBody, type RefusedCount, stockContract } from '#contracts/stock'
import { stockLimits } from '#rules/stock'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { fileInBase64 } from '#ui/controls/tables/file-in-base64.ts'
import { leftOutLines } from '#ui/controls/tables/table-choices.texts.ts'
import { TableChoiceFields } from '#ui/controls/tables/table-choice-fields.tsx'
import { tableFileTypes, useTableChoices } from '#ui/controls/tables/use-table-choices.ts'
import { useRefreshTake } from './stock-queries.ts'
import styles from './stock.module.css'
import { stockTexts as texts } from './stock.texts.ts'

type Taken = AnswerOf<typeof stockContract.recordCountFile>

/** Counts that a scanner or a sheet has collected. */
export function CountFile({ id }: { id: string }) {
  const { locale } = useShop()
  const inWords = (count: number) => formatNumber(count, locale)
  const [file, setFile] = useState<File>()
  const [fileProblem, setFileProblem] = useState<string>()
  const [taken, setTaken] = useState<Taken>()
  const { act, problem, isPending } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const refresh = useRefreshTake()
  const reading = useTableChoices(file)
  const take = async () => {
    const bytes = file && (await fileInBase64(file))
    if (bytes === undefined) return setFileProblem(file ? texts.fileUnreadable : texts.fileMissing)
    const body = { file: bytes, ...reading.choices }
    const wrong = FileBody.safeParse(body).error?.issues[0]?.message
    setFileProblem(wrong)
    if (wrong) return
    const answer = await act(
      () => call(stockContract.recordCountFile, { params: { id }, body, idempotencyKey: keyOf(body) }),
      ({ errors }) => setFileProblem(reading.problemOf(errors, 'file')),
    )
    if (!answer) return
    forget()
    setTaken(answer)
    await refresh(id)
  }
  return (
    <Card as="section" className={styles.counting}>
      <SectionTitle>{texts.fileTitle}</SectionTitle>
      <form
        noValidate
        className={styles.file}
        onSubmit={event => {
          event.preventDefault()
          if (!isPending) void take()
        }}
      >
        <FileField
          label={texts.file}
          hint={texts.fileHint(inWords(stockLimits.rows))}
          error={fileProblem}
          accept={tableFileTypes}
          onChange={event => {
            setFile(event.target.files?.[0])
            setFileProblem(undefined)
            setTaken(undefined)
            reading.forget()
          }}
        />
        <TableChoiceFields {...reading.fields} />
        <FormProblem>{fileProblem ? undefined : problem}</FormProblem>
        <div>
          <Button type="submit" pending={isPending}>
            {texts.take}
          </Button>
        </div>
      </form>
      <p role="status" className={styles.told}>
        {taken &&
          `${texts.taken(inWords(taken.counted), inWords(taken.replaced))} ${leftOutLines(taken.leftOut)}`.trim()}
      </p>
      {taken && taken.refused.length > 0 && (
        <Table
          caption={texts.refused(inWords(taken.refused.length))}
          columns={refusedColumns()}
          rows={taken.refused}
          keyOf={row => row.row}
        />
      )}
    </Card>
  )
}

const refusedColumns = (): readonly Column<RefusedCount>[] => [
  { head: texts.number, names: true, cell: row => row.partNumber || texts.nothing },
  { head: texts.counted, cell: row => row.counted || texts.nothing },
  { head: texts.line, numeric: true, cell: row => row.row },
  { head: texts.why, cell: row => row.reason },
]
