import { useState } from 'react'
import { type PriceListWithRules, type UnnamedEntries, priceFilesContract } from '#contracts/pricing'
import { formatNumber } from '#kernel/formats'
import { priceFileName } from '#rules/pricing'
import { importsTexts } from '#texts/imports'
import { call, callFile } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { saveWritten } from '../imports/export/save-written.ts'
import { type WrittenAs, WrittenFields } from '../imports/export/written-fields.tsx'
import { priceFilesTexts as texts } from './price-files.texts.ts'
import { ProductName } from './product-name.tsx'
import styles from './prices.module.css'

/** The prices of a list as a file that the list reads again, and what that file cannot hold. */
export function ExportPrices({ list }: { list: PriceListWithRules }) {
  const { locale } = useShop()
  const { act, isPending, problem } = useAction()
  const [chosen, setChosen] = useState<WrittenAs>({ format: 'csv', language: '' })
  const [notice, setNotice] = useState('')
  const [leftOut, setLeftOut] = useState<UnnamedEntries>()
  const name = priceFileName(list.name, chosen.format)
  const download = async () => {
    setNotice('')
    setLeftOut(undefined)
    const params = { id: list._id }
    const request = { params, query: { language: chosen.language || undefined } }
    await act(async () => {
      await saveWritten({
        name,
        format: chosen.format,
        csv: () => callFile(priceFilesContract.readPriceListFile, request),
        workbook: () => callFile(priceFilesContract.readPriceListWorkbook, request),
        locale,
        tell: setNotice,
      })
      setLeftOut(await call(priceFilesContract.listUnnamedEntries, { params }))
    })
  }
  return (
    <section className={styles.part}>
      <SectionTitle>{texts.export}</SectionTitle>
      <p className={styles.soft}>{texts.exportLead}</p>
      <div className={styles.fields}>
        <WrittenFields chosen={chosen} onChange={more => setChosen({ ...chosen, ...more })} />
      </div>
      <div className={styles.buttons}>
        <Button pending={isPending} onClick={() => void download()}>
          {importsTexts.exportFile(name)}
        </Button>
        <span role="status">{notice}</span>
      </div>
      <FormProblem>{problem}</FormProblem>
      {leftOut && leftOut.count > 0 && <LeftOut leftOut={leftOut} />}
    </section>
  )
}

function LeftOut({ leftOut: { count, first } }: { leftOut: UnnamedEntries }) {
  const { locale } = useShop()
  const more = count - first.length
  return (
    <div role="status" className={styles.part}>
      <p>{texts.leftOut(formatNumber(count, locale), count)}</p>
      <ul role="list" className={styles.found}>
        {first.map(({ tool, why }) => (
          <li key={tool._id}>
            <ProductName tool={tool} />
            <span>{texts.whyLeftOut[why]}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{texts.leftOutMore(formatNumber(more, locale))}</p>}
    </div>
  )
}
