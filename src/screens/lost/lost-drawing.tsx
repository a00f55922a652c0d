import { lostDrawingTexts as texts } from './lost-drawing.texts.ts'
import styles from './lost-page.module.css'

/** The upper half of a gear, root radius 40, of whose seven teeth one is broken off. */
const gearOutline =
  'M-40 0L-39.4-6.9L-48.8-10.8L-45.9-19.9L-36-17.5L-33.2-22.4L-40.2-29.7L-33.8-36.9L-25.7-30.6L-21.2-33' +
  '.9L-24.6-43.5L-15.9-47.4L-11-38.5L-5.6-39.6L-4.8-49.8L4.8-49.8L5.6-39.6L11-38.5L14.3-41.6L16-37.7L20' +
  '.4-40.1L21.2-33.9L25.7-30.6L33.8-36.9L40.2-29.7L33.2-22.4L36-17.5L45.9-19.9L48.8-10.8L39.4-6.9L40 0z'

const hooks = [60, 130, 200, 270, 340]

/** A tool wall: wrenches in order of size, one place empty; on the bench below, a gear that has lost a tooth. */
export function LostDrawing({ isMissing }: { isMissing: boolean }) {
  const label = isMissing ? texts.notFound : texts.failed
  return (
    <svg viewBox="0 0 400 300" role="img" aria-label={label} className={styles.drawing}>
      <rect className={styles.wall} x="10" y="10" width="380" height="216" rx="3" />
      <path className={styles.fine} d="M10 46h380M24 28h8M44 28h8M348 28h8M368 28h8" />
      {hooks.map(x => (
        <path key={x} d={`M${x} 62v8a6 6 0 0 0 6 6`} />
      ))}
      <Wrench x={60} length={52} />
      <Wrench x={130} length={64} />
      <g className={styles.missing}>
        <Wrench x={200} length={76} />
      </g>
      <Wrench x={270} length={86} />
      <Wrench x={340} length={96} />
      <g transform="translate(108 262)">
        <path className={styles.gear} d={gearOutline} />
        <path d="M-28 0a28 28 0 0 1 56 0M-9 0a9 9 0 0 1 18 0" />
      </g>
      <path d="M0 262h400M20 262v26M380 262v26" />
      <path className={styles.accent} d="M200 262l5-15 12-3 6 9-3 9z" />
      <path className={styles.fine} d="M186 240l-6-8M232 236l6-9M246 252l10-4" />
    </svg>
  )
}

/** A combination wrench that hangs by its ring. `length` is of its shank. */
function Wrench({ x, length }: { x: number; length: number }) {
  const jaw = 96 + length
  return (
    <g transform={`translate(${x} 0)`}>
      <circle cx="0" cy="82" r="13" />
      <path d="M-6.5 78.3l6.5-3.8 6.5 3.8v7.5L0 89.5l-6.5-3.7z" />
      <path d={`M-5 94.2V${jaw - 8}c-7 3-11 9-10 17 0 6 3 10 7 13v-13l8-5 8 5v13c4-3 7-7 7-13 1-8-3-14-10-17V94.2`} />
    </g>
  )
}
