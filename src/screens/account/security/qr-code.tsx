import { useEffect, useState } from 'react'
import { qrOutline } from '#rules/identity'
import styles from './second-factor.module.css'

/** Squares of nothing around the code, by which a camera finds it: the standard wants four. */
const quietZone = 4

/** A text as a QR code. The place keeps its size while the encoder is loaded; without it there is still the key to type. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ outline: string; size: number }>()
  useEffect(() => {
    let isWanted = true
    const draw = async () => {
      const { encodeQR } = await import('qr')
      const squares = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
      if (isWanted) setCode({ outline: qrOutline(squares), size: squares.length })
    }
    draw().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [text])
  return (
    <div className={styles.qr} data-theme="light">
      {code && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <path d={code.outline} fill="currentColor" />
        </svg>
      )}
    </div>
  )
}
