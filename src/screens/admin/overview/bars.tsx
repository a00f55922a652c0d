import { useEffect, useRef } from 'react'
import type { Options } from 'uplot'
import { formatNumber } from '#kernel/formats'
import 'uplot/dist/uPlot.min.css'
import styles from './overview.module.css'

type BarsProps = {
  /** What the picture says, for whoever does not see it. */
  label: string
  names: readonly string[]
  values: readonly number[]
  locale: string
}

const height = 220

/** A bar for each value. The library that draws comes with the first one that is shown. */
export function Bars({ label, names, values, locale }: BarsProps) {
  const place = useRef<HTMLDivElement>(null)
  // The same content is drawn once, whoever made the lists anew.
  const shown = JSON.stringify({ names, values } satisfies Shown)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const end = new AbortController()
    void show(element, JSON.parse(shown) as Shown, { locale, end: end.signal })
    return () => end.abort()
  }, [shown, locale])
  return <div ref={place} role="img" aria-label={label} className={styles.chart} />
}

type Shown = { names: readonly string[]; values: readonly number[] }

/** Draws, and again when there is another width or another theme, until `end`. */
async function show(
  element: HTMLElement,
  { names, values }: Shown,
  { locale, end }: { locale: string; end: AbortSignal },
): Promise<void> {
  const { default: Plot } = await import('uplot')
  if (end.aborted) return
  let plot: InstanceType<typeof Plot> | undefined
  const draw = () => {
    plot?.destroy()
    // Colours and width are read when it is drawn.
    const options = optionsOf(element, { names, locale, bars: Plot.paths.bars })
    plot = new Plot(options, [names.map((_, index) => index), [...values]], element)
  }
  const size = new ResizeObserver(draw)
  size.observe(element)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw, { signal: end })
  end.addEventListener('abort', () => {
    size.disconnect()
    plot?.destroy()
  })
}

type Drawing = Pick<BarsProps, 'names' | 'locale'> & {
  bars: NonNullable<typeof import('uplot').paths.bars> | undefined
}

function optionsOf(element: HTMLElement, { names, locale, bars }: Drawing): Options {
  const colour = (token: string) => getComputedStyle(element).getPropertyValue(token).trim()
  const axis = { stroke: colour('--steel'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: [-0.6, names.length - 0.4] },
      // A day may give back more than it took.
      y: { range: { min: { pad: 0, soft: 0, mode: 1 }, max: { pad: 0.05, soft: 0, mode: 1 } } },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_plot, places) => places.map(place => names[place] ?? ''), space: 60 },
      { ...axis, size: 64, values: (_plot, values) => values.map(value => formatNumber(value, locale)) },
    ],
    series: [
      {},
      {
        stroke: colour('--accent'),
        fill: colour('--accent'),
        points: { show: false },
        ...(bars && { paths: bars({ size: [0.7, 48] }) }),
      },
    ],
  }
}
