import { progressTexts } from '../imports.texts.ts'
import type { Importer } from '../preview/stage.server.ts'
import type { Measured } from '../progress/progress.rules.ts'

const barWidth = 24

/** One line, as far as it goes: the bar is empty while nobody knows how far it is. */
function barOf(progress: Measured): string {
  const filled = Math.floor((progress.share ?? 0) * barWidth)
  const { work, details } = progressTexts(progress)
  return `${work} ${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${details}`
}

/** One line that is written over, where somebody watches. */
export function withBar(importer: Importer): Importer {
  if (!process.stdout.isTTY) return importer
  let shownAt = 0
  const onProgress = (progress: Measured) => {
    if (Date.now() - shownAt < 100 && progress.phase === 'reading') return
    shownAt = Date.now()
    process.stdout.write(`\r\u001b[K${barOf(progress).slice(0, process.stdout.columns || undefined)}`)
  }
  return { ...importer, onProgress }
}
