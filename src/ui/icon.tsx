import type { IconName } from './icon-names.ts'
import sheet from './icons.svg'

type IconProps = {
  name: IconName
  /** Width and height in pixels. */
  size?: number
  /** How wide a line is, of the 24 units that an icon is wide. */
  stroke?: number
  className?: string | undefined
}

/**
 * A sign beside words, for eyes alone: whatever it says is said in words too. A reference to the one sheet of icons, which
 * browsers keep, so that neither page nor script carries a drawing.
 */
export function Icon({ name, size = 24, stroke = 2, className }: IconProps) {
  return (
    <svg width={size} height={size} strokeWidth={stroke} className={className} aria-hidden="true">
      <use href={`${sheet}#${name}`} />
    </svg>
  )
}
