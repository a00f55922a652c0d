import { useEffect, useState } from 'react'

/** A longer file is looked at by the server alone. */
export const mostBytesLookedAt = 20 * 1024 * 1024

/** The sheets of a workbook that somebody has chosen; none of what is no workbook, and where none can be chosen. */
export function useSheets(file: Blob | undefined): readonly string[] {
  const [result, setResult] = useState<{ file: Blob; sheets: readonly string[] }>()
  useEffect(() => {
    if (!file || file.size > mostBytesLookedAt) return undefined
    let isGone = false
    const look = async () => {
      const { sheetsIn } = await import('./read-table-file.ts')
      const sheets = await sheetsIn(file)
      if (!isGone) setResult({ file, sheets })
    }
    void look()
    return () => void (isGone = true)
  }, [file])
  return result && result.file === file ? result.sheets : []
}
