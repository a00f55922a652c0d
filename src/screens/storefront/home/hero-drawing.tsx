import styles from './hero-drawing.module.css'

/*
 * The side elevation of a small saloon, drawn for this shop at 0.126 units a millimetre: wheelbase 2 700, length 4 560,
 * height 1 430. Front is left. It is an ornament: nothing in it is told that the page does not tell in words.
 */
const ground = 300
const axles = { front: 190, rear: 530, height: 260 }

export function HeroDrawing() {
  return (
    <svg viewBox="0 0 760 420" className={styles.drawing} aria-hidden="true">
      <Hidden />
      <Body />
      <Wheel x={axles.front} />
      <Wheel x={axles.rear} />
      <Ground />
      <Dimensions />
      <Callouts />
      <TitleBlock />
    </svg>
  )
}

/** What the skin covers, in the dashes of a hidden line: engine, gearbox, springs, exhaust, tank, seats. */
function Hidden() {
  return (
    <g className={styles.hidden}>
      <path d="M128 206h58l8 8v30h-12l-6 10h-36l-6-10h-6zM128 216h66M136 206v-7h42v7M142 199v-7M152 199v-7M162 199v-7M172 199v-7" />
      <circle cx="122" cy="232" r="9" />
      <circle cx="122" cy="232" r="3" />
      <path d="M194 220l34 6v20l-34 4M228 232h20M248 228v8M248 232l150 22h96" />
      <path d="M182 254c20 14 60 16 110 16h180M552 262h62a6 6 0 0 0 6-6v-4a6 6 0 0 0-6-6h-40" />
      <path d="M424 234h56c6 0 10 4 10 10v10h-66z" />
      <path d="M300 252h60l22-4 18-64c2-8-8-10-11-4l-20 48-60 4c-14 2-18 18-9 20zM425 236h44l20-52c3-8-7-11-11-4l-17 38-38 4" />
      <path d="M284 184l-14 24M276 180l18 10M270 208l-22 16" />
      <Spring x={axles.front} />
      <Spring x={axles.rear} />
    </g>
  )
}

function Spring({ x }: { x: number }) {
  return <path d={`M${x} 190v10M${x - 9} 200h18l-18 7h18l-18 7h18l-18 7h18l-18 7h18M${x} 228v32M${x - 12} 190h24`} />
}

function Body() {
  return (
    <g>
      <path
        className={styles.outline}
        d="M142.5 272H101c-11 0-17-6-18-16l-3-20c-1-8 2-14 8-18l10-8c10-7 22-10 38-12 34-5 70-10 104-14l61-43c24-14 52-20 87-20
          42 0 74 6 103 20 28 13 52 27 75 37 24 3 50 6 72 11 8 2 12 7 13 15l4 28c1 14-2 26-7 34-3 5-8 6-14 6h-56.5
          a49 49 0 1 0-95 0h-245a49 49 0 1 0-95 0z"
      />
      <path
        className={styles.line}
        d="M256 183c18-16 36-29 55-39 20-10 44-14 74-14l3 50zM398 130c38 0 66 5 90 16 20 9 36 19 50 30l-139 4zM489 147l10 30"
      />
      <path
        className={styles.line}
        d="M250 190c-4 24-3 48 6 72h132M394 182l2 80h82c-3-18 0-32 10-41 12-11 17-26 17-42M388 180v82"
      />
      <path
        className={styles.fine}
        d="M100 215c110-16 320-20 548-9M108 252c-8-1-14-1-22-3M262 258h224M584 252c22 0 46-2 66-6M150 197l92-12M566 178l72 12"
      />
      <path
        className={styles.line}
        d="M352 199h24v6h-24zM458 197h24v6h-24zM262 181c-6-9-1-16 10-15 6 1 7 6 6 11zM588 200h20v16h-20z"
      />
      <path
        className={styles.line}
        d="M90 218c9-10 25-16 46-17-4 10-18 17-38 20zM629 193l20 6 3 19-17-3c-4-7-6-14-6-22zM82 240h22l4 10"
      />
      <circle className={styles.line} cx="111" cy="210" r="5" />
      <circle className={styles.line} cx="98" cy="258" r="4.5" />
      <path className={styles.fine} d="M84 226h18M83 231h20M82 236h21M464 130l15-10 6 16" />
    </g>
  )
}

const spokes = [0, 72, 144, 216, 288]

/** Tyre, rim, five split spokes, nuts, and the brake behind them. */
function Wheel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} ${axles.height})`}>
      <circle className={styles.tyre} r="40" />
      <circle className={styles.fine} r="36" />
      <circle className={styles.line} r="28" />
      <circle className={styles.fine} r="25" />
      <circle className={styles.fine} r="19" strokeDasharray="2 3" />
      <path className={styles.caliper} d="M14.5-15a21 21 0 0 1 6 12l-7 1a14 14 0 0 0-4-8z" />
      {spokes.map(angle => (
        <g key={angle} transform={`rotate(${angle})`}>
          <path className={styles.fine} d="M-2-9l-4-15M2-9l4-15M0-11v-8" />
          <circle className={styles.fine} cy="6" r="1.2" />
        </g>
      ))}
      <circle className={styles.line} r="9" />
      <circle className={styles.fine} r="3" />
      <path className={styles.centre} d="M-50 0H50M0-50V48" />
    </g>
  )
}

function Ground() {
  const hatches = Array.from({ length: 33 }, (_, index) => 62 + index * 20)
  return (
    <g>
      <path className={styles.line} d={`M48 ${ground}h656`} />
      <path className={styles.hatch} d={hatches.map(x => `M${x} ${ground}l-9 9`).join('')} />
    </g>
  )
}

/** Lengths in millimetres, as a drawing office writes them. */
function Dimensions() {
  return (
    <g className={`${styles.dimension} ${styles.note}`}>
      <path d="M190 316v32M530 316v32M80 262v116M655 262v116M396 120h330M712 300h14" className={styles.extension} />
      <path d="M190 340h340M80 370h575M718 121v179" />
      <path
        className={styles.arrow}
        d="M190 340l9-3v6zM530 340l-9-3v6zM80 370l9-3v6zM655 370l-9-3v6zM718 121l-3 9h6zM718 300l-3-9h6z"
      />
      <text x="360" y="336">
        2 700
      </text>
      <text x="360" y="366">
        4 560
      </text>
      <text transform="translate(713 210) rotate(-90)">1 430</text>
    </g>
  )
}

const callouts = [
  { number: 1, label: 'LAMP H7 55 W', balloon: [24, 150], target: [111, 210], bend: [44, 192] },
  { number: 2, label: 'SPARK PLUG M12', balloon: [132, 96], target: [152, 196], bend: [144, 150] },
  { number: 3, label: 'CABIN FILTER', balloon: [262, 46], target: [240, 200], bend: [262, 120] },
  { number: 4, label: 'SHOCK ABSORBER', balloon: [452, 46], target: [530, 212], bend: [484, 100] },
  { number: 5, label: 'BRAKE DISC 302', balloon: [596, 86], target: [543, 248], bend: [608, 150] },
] as const

/** Balloons with the numbers of a parts list. */
function Callouts() {
  return (
    <g className={`${styles.callouts} ${styles.note}`}>
      {callouts.map(({ number, label, balloon: [x, y], target, bend }) => (
        <g key={number}>
          <path d={`M${x} ${y + 11}L${bend.join(' ')}L${target.join(' ')}`} />
          <circle className={styles.dot} cx={target[0]} cy={target[1]} r="3" />
          <circle cx={x} cy={y} r="11" />
          <text x={x} y={y + 4.5} textAnchor="middle">
            {number}
          </text>
          <text x={x + 18} y={y + 4.5}>
            {label}
          </text>
        </g>
      ))}
    </g>
  )
}

function TitleBlock() {
  return (
    <g className={`${styles.block} ${styles.note}`}>
      <path d="M508 388h248v28H508zM600 388v28M690 388v28" />
      <text x="516" y="406">
        SIDE ELEVATION
      </text>
      <text x="608" y="406">
        SCALE 1 : 20
      </text>
      <text x="698" y="406">
        SHEET 1/1
      </text>
    </g>
  )
}
