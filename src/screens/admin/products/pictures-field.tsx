import { useEffect, useRef, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { ImagesField } from '#parts/media'
import { toolLimits } from '#rules/catalogue'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { useDragging } from '../categories/use-dragging.ts'
import styles from './pictures-field.module.css'
import { productTexts } from './products.texts.ts'
import type { PictureValues, ToolFormState } from './tool-values.ts'

type PicturesFieldProps = {
  form: ToolFormState
  /** Hears whether a picture is on its way. */
  onBusy: (isBusy: boolean) => void
}

/** The pictures of a tool, in order: added, described, moved by arrows or dragged, removed. */
export function PicturesField({ form, onBusy }: PicturesFieldProps) {
  const { control, formState } = form
  const { img, pictures: wrong } = formState.errors
  const pictures = useWatch({ control, name: 'pictures' }) ?? []
  const { list, news, add, change, move, remove, dropAt } = usePictures(form)
  // No field of the form by itself: without this, a form that is refused for it would say so out of sight.
  const { ref } = useController({ control, name: 'img' }).field
  useEffect(() => ref({ focus: () => leadToWrong(list.current?.parentElement, 'input[type=file]') }), [ref, list])
  const error = img?.message ?? wrong?.message ?? wrong?.root?.message
  return (
    <ImagesField
      label={productTexts.pictures}
      hint={productTexts.picturesHint(toolLimits.pictures)}
      room={toolLimits.pictures - pictures.length}
      full={productTexts.picturesFull(toolLimits.pictures)}
      error={error}
      onUploaded={add}
      onBusy={onBusy}
    >
      <ol ref={list} className={styles.list}>
        {pictures.map((picture, at) => (
          <li key={picture.img} data-id={picture.img} data-drop={dropAt(picture.img)} className={styles.row}>
            <img src={pathFrom(picture.img)} alt={productTexts.pictureNumber(at + 1)} className={styles.picture} />
            <TextField
              label={productTexts.alt(at + 1)}
              hint={at === 0 ? productTexts.altHint : undefined}
              optional
              autoComplete="off"
              maxLength={toolLimits.alt}
              value={picture.alt ?? ''}
              onChange={event => change(at, event.target.value)}
            />
            <PictureButtons at={at} isLast={at === pictures.length - 1} onMove={move} onRemove={remove} />
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </ImagesField>
  )
}

type PictureButtonsProps = {
  at: number
  isLast: boolean
  onMove: (from: number, to: number) => void
  onRemove: (at: number, pressed: Element) => void
}

function PictureButtons({ at, isLast, onMove, onRemove }: PictureButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button
        size="small"
        variant="quiet"
        aria-label={productTexts.earlier(at + 1)}
        aria-disabled={at === 0 || undefined}
        onClick={() => onMove(at, at - 1)}
      >
        ↑
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={productTexts.later(at + 1)}
        aria-disabled={isLast || undefined}
        onClick={() => onMove(at, at + 1)}
      >
        ↓
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={productTexts.removePicture(at + 1)}
        onClick={event => onRemove(at, event.currentTarget)}
      >
        {productTexts.remove}
      </Button>
    </div>
  )
}

/** The list as the form has it at the moment of a change: uploads end while other fields are typed into. */
function usePictures({ getValues, setValue }: ToolFormState) {
  const list = useRef<HTMLOListElement>(null)
  const [news, setNews] = useState('')
  const goOn = useFocusWhenGone(() =>
    list.current?.parentElement?.querySelector<HTMLElement>('li button:last-child, input[type=file]'),
  )
  const read = () => (getValues('pictures') ?? []).map(({ img, alt = '' }): PictureValues => ({ img, alt }))
  const write = (pictures: PictureValues[], says: string) => {
    setValue('pictures', pictures, { shouldDirty: true, shouldValidate: true })
    setValue('img', pictures[0]?.img ?? '', { shouldDirty: true, shouldValidate: true })
    setNews(says)
  }
  const move = (from: number, to: number) => {
    const pictures = read()
    const [moved] = pictures.splice(from, 1)
    if (!moved || to < 0 || to > pictures.length) return
    write(pictures.toSpliced(to, 0, moved), productTexts.movedTo(to + 1))
  }
  const at = (id: string) => read().findIndex(({ img }) => img === id)
  const target = useDragging(list, {
    mayDrop: (dragged, over) => dragged !== over && at(dragged) >= 0,
    onDrop: (dragged, { id }) => move(at(dragged), at(id)),
  })
  return {
    list,
    news,
    move,
    /** Where what is dragged would come to stand: in the place of this one. */
    dropAt: (id: string) => (target?.id === id ? true : undefined),
    add: (url: string) => {
      const pictures = read()
      const isKnown = pictures.some(({ img }) => keyIn(img) === keyIn(url))
      if (isKnown) setNews(productTexts.pictureKnown)
      else write([...pictures, { img: url, alt: '' }], '')
    },
    change: (at: number, alt: string) =>
      write(
        read().map((picture, place) => (place === at ? { ...picture, alt } : picture)),
        '',
      ),
    remove: (at: number, pressed: Element) => {
      goOn(pressed)
      write(read().toSpliced(at, 1), productTexts.pictureRemoved)
    },
  }
}

/** What tells one picture from another: an address names one of its sizes. */
const keyIn = (address: string): string => address.replace(/-\d+\.\w+$/, '').replace(/^.*\//, '')

/** The picture as this page sees it: its host may be known to it by another name. */
function pathFrom(url: string): string {
  const address = URL.parse(url)
  return address?.pathname.startsWith('/images/') ? address.pathname : url
}
