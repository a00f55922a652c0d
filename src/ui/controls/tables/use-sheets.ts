import { useEffect, useState } from 'react'

/** The sheets of a workbook that can be read: the one that is read unless another is chosen, and all of them. */
export type Sheets = { sheet: string; sheets: readonly string[] }

/** A longer workbook is opened by the server alone. */
const mostBytes = 20 * 1024 * 1024

/** The sheets of a file that somebody has chosen; undefined where it is no workbook, and where none can be chosen. */
export function useSheets(file: Blob | undefined): Sheets | undefined {
  const [known, setKnown] = useState<{ file: Blob; sheets: Sheets | undefined }>()
  useEffect(() => {
    if (!file || file.size > mostBytes) return undefined
    let isGone = false
    const look = async () => {
      const sheets = await sheetsIn(file)
      if (!isGone) setKnown({ file, sheets })
    }
    void look()
    return () => void (isGone = true)
  }, [file])
  return known?.file === file ? known?.sheets : undefined
}

async function sheetsIn(file: Blob): Promise<Sheets | undefined> {
  const [{ openTableFile }, { TableRefused }] = await Promise.all([
    import('./read-table-file.ts'),
    import('#kernel/tables/table-problem'),
  ])
  try {
    const { facts } = await openTableFile(file)
    return facts.format === 'xlsx' ? facts : undefined
  } catch (error) {
    // Why it cannot be read is said when it is read.
    if (error instanceof TableRefused) return undefined
    throw error
  }
}
