import { pictureAt } from '#rules/media'
import { Picture } from '#ui/data/picture.tsx'
import { useShop } from '#ui/shop.tsx'

type OrderPictureProps = { img: string | null; className: string | undefined }

/** What was ordered, small. An order keeps the address of the picture that its tool had then. */
export function OrderPicture({ img, className }: OrderPictureProps) {
  const { url } = useShop()
  const picture = img ? pictureAt(img, url) : null
  return <Picture picture={picture} src={img} alt="" sizes="152px" className={className ?? ''} />
}
