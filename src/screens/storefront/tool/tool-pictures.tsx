import { Fragment } from 'react'
import type { ToolInFull } from '#contracts/catalogue'
import { largePictureSizes } from '#parts/finder'
import { pictureAt } from '#rules/media'
import { catalogueTexts } from '#texts/catalogue'
import { Picture } from '#ui/data/picture.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './tool-pictures.module.css'
import { toolTexts } from './tool.texts.ts'

/** The pictures of a tool: one of them large, the others to choose from. A browser does that by itself, without script. */
export function ToolPictures({ tool }: { tool: ToolInFull }) {
  const { url } = useShop()
  const { name, pictures } = tool
  const [first, ...behind] = pictures
  const leading = (
    <Picture
      picture={tool.picture}
      src={tool.img}
      alt={first?.alt || catalogueTexts.pictureOf(name)}
      sizes={largePictureSizes}
      priority="first"
      className={styles.large ?? ''}
    />
  )
  if (behind.length === 0) return leading
  return (
    <div role="radiogroup" aria-label={toolTexts.pictures} className={styles.gallery}>
      {pictures.map(({ img, alt }, at) => {
        const picture = pictureAt(img, url)
        const id = `picture-${at + 1}`
        return (
          <Fragment key={img}>
            <input type="radio" name="picture" id={id} defaultChecked={at === 0} className={styles.choice} />
            <label htmlFor={id} className={styles.small}>
              <img
                src={smallest(picture?.webp) ?? img}
                alt={toolTexts.pictureNumber(at + 1, pictures.length)}
                width={80}
                height={60}
                loading="lazy"
              />
            </label>
            {at === 0 ? (
              leading
            ) : (
              <Picture
                picture={picture}
                src={img}
                alt={alt || toolTexts.pictureOf(name, at + 1)}
                sizes={largePictureSizes}
                className={styles.large ?? ''}
              />
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

/** The first address of a source set. */
const smallest = (set: string | undefined): string | undefined => set?.split(' ', 1)[0]
