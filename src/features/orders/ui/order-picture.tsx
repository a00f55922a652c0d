import { pictureAt } from '#rules/catalogue'
import { Picture } from '#ui/picture.tsx'

type OrderPictureProps = { img: string | null; className: string | undefined }

/** What was ordered, small. An order keeps the address of the picture that its tool had then. */
export function OrderPicture({ img, className }: OrderPictureProps) {
  return <Picture picture={img ? pictureAt(img) : null} src={img} alt="" sizes="152px" className={className ?? ''} />
}
