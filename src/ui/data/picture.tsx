import { classNames } from '../class-names.ts'
import styles from './picture.module.css'

/** A stored picture as the catalogue's contract has it: `avif` and `webp` are source sets, or single addresses. */
type Source = { src: string; avif: string; webp: string; width: number; height: number }

type PictureProps = {
  picture: Source | null
  /** The address to show where there is no stored picture. Without either, a plain frame of the same size stands. */
  src?: string | null
  /** What is to be seen. Empty when the text beside it says the same. */
  alt: string
  /** How wide it will be, for the browser's choice: as `<img sizes>`. */
  sizes?: string
  /** `first`: what the page is about, fetched before other pictures. `soon`: likely to be seen at once. Else it waits for its turn. */
  priority?: 'first' | 'soon' | undefined
  className?: string
}

/** A picture on drawing paper, 4 to 3, whose place is kept before it arrives. */
export function Picture({ picture, src, alt, sizes = '100vw', priority, className }: PictureProps) {
  const loading = priority ? 'eager' : 'lazy'
  return (
    <span className={classNames(styles.frame, className)}>
      {picture && (
        <picture>
          <source type="image/avif" srcSet={picture.avif} sizes={sizes} />
          <source type="image/webp" srcSet={picture.webp} sizes={sizes} />
          <img
            src={picture.src}
            alt={alt}
            width={picture.width}
            height={picture.height}
            loading={loading}
            fetchPriority={priority === 'first' ? 'high' : undefined}
            decoding="async"
          />
        </picture>
      )}
      {!picture && src && <img src={src} alt={alt} width={400} height={300} loading={loading} decoding="async" />}
    </span>
  )
}
