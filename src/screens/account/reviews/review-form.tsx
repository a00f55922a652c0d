import { writtenNumber } from '#kernel/written'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ImageField } from '#parts/media'
import type { AnswerOf } from '#kernel/endpoint'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import { SelectField, TextArea } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useShop } from '#ui/shop.tsx'
import { Stars } from '#ui/data/stars.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { type OwnReview, WriteReview, reviewsContract } from '#contracts/reviews'
import { lengthOf, ratings, reviewLength } from '#rules/reviews'
import { reviewsTexts } from '#texts/reviews'
import styles from './add-review-page.module.css'
import { useOwnReviewsRefresh } from './own-review-queries.ts'

type Own = AnswerOf<typeof reviewsContract.listOwnReviews>
type Fields = { tools_id: string; rating: string; review: string; img: string }
type Form = UseFormReturn<Fields, unknown, z.output<typeof WriteReview>>

const names = ['tools_id', 'rating', 'review', 'img'] as const
const blank: Fields = { tools_id: '', rating: String(ratings[0]), review: '', img: '' }

type ReviewFormProps = {
  email: string
  own: Own
  /** A review that is written anew; without one, the form starts with what was typed before. */
  edited: OwnReview | undefined
  onWritten: () => void
}

/** Stars, words and a picture, about the shop or a tool that was bought. */
export function ReviewForm({ email, own, edited, onWritten }: ReviewFormProps) {
  const draftKey = `review-draft:${email}`
  const form: Form = useForm<Fields, unknown, z.output<typeof WriteReview>>({
    // The fields are texts on the way in; the schema makes of them what the call takes.
    resolver: zodResolver(WriteReview) as never,
    mode: 'onTouched',
    defaultValues: edited ? fieldsOf(edited) : { ...blank, ...readDraft(draftKey, names) },
  })
  const { handleSubmit, reset, setFocus, subscribe, formState } = form
  const [isUploading, setUploading] = useState(false)
  const { problem, write } = useWriting(form)
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(draftKey, values) }),
    [subscribe, draftKey],
  )
  const isEditing = edited !== undefined
  useEffect(() => {
    if (isEditing) setFocus('review')
  }, [isEditing, setFocus])

  const send = handleSubmit(async input => {
    if (isUploading || !(await write(input))) return
    reset(blank)
    dropDraft(draftKey)
    onWritten()
  })
  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      <Choices form={form} own={own} />
      <Words form={form} />
      <Controller
        control={form.control}
        name="img"
        render={({ field, fieldState }) => (
          <ImageField
            label={reviewsTexts.picture}
            hint={reviewsTexts.pictureHint}
            value={field.value || undefined}
            onChange={url => field.onChange(url ?? '')}
            error={fieldState.error?.message}
            onBusy={setUploading}
          />
        )}
      />
      <FormProblem>{problem}</FormProblem>
      <div className={styles.submit}>
        <Button
          type="submit"
          variant="primary"
          pending={formState.isSubmitting}
          disabled={isUploading}
          className={styles.add}
        >
          {reviewsTexts.add}
        </Button>
        <p role="status">{isUploading && reviewsTexts.waitForPicture}</p>
      </div>
    </form>
  )
}

function fieldsOf({ tools_id, rating, review, img }: OwnReview): Fields {
  return { tools_id: tools_id ?? '', rating: String(rating), review, img: img ?? '' }
}

/** Sends a review; what stood in the way goes to its field, or under the form. True when it was written. */
function useWriting(form: Form) {
  const [problem, setProblem] = useState('')
  const refresh = useOwnReviewsRefresh()
  const write = async (body: z.output<typeof WriteReview>): Promise<boolean> => {
    setProblem('')
    try {
      await call(reviewsContract.writeReview, { body })
      toastSuccess(reviewsTexts.thanks)
      await refresh()
      return true
    } catch (error) {
      if (!(error instanceof CallFailed)) toastFailure(error)
      // The session has said so by now, and leads away from here; the draft waits.
      else if (error.status !== 401) {
        setProblem(error.message)
        for (const name of names) {
          const complaint = error.errors.find(({ field }) => field === name)
          if (complaint) form.setError(name, { message: complaint.message })
        }
      }
      return false
    }
  }
  return { problem, write }
}

/** What it is about, and how many stars; the drawing follows the choice. */
function Choices({ form, own }: { form: Form; own: Own }) {
  const { register, control, formState } = form
  const [toolId, rating] = useWatch({ control, name: ['tools_id', 'rating'] })
  const isAnother = own.reviews.some(review => (review.tools_id ?? '') === toolId)
  return (
    <>
      <div className={styles.choices}>
        <div className={styles.rating}>
          <SelectField {...register('rating')} label={reviewsTexts.rating} error={formState.errors.rating?.message}>
            {ratings.map(stars => (
              <option key={stars} value={stars}>
                {stars}
              </option>
            ))}
          </SelectField>
          <div className={styles.stars}>
            <Stars rating={writtenNumber(rating)} size="large" />
          </div>
        </div>
        <SelectField
          {...register('tools_id')}
          label={reviewsTexts.about}
          hint={own.bought.length === 0 ? reviewsTexts.aboutHint : undefined}
          error={formState.errors.tools_id?.message}
        >
          <option value="">{reviewsTexts.theShop}</option>
          {own.bought.map(({ tools_id, toolName }) => (
            <option key={tools_id} value={tools_id}>
              {toolName}
            </option>
          ))}
        </SelectField>
      </div>
      <div role="status">{isAnother && <p className={styles.note}>{reviewsTexts.replaces}</p>}</div>
    </>
  )
}

function Words({ form }: { form: Form }) {
  const { locale } = useShop()
  const { register, control, formState } = form
  const review = useWatch({ control, name: 'review' })
  const most = reviewLength.most.toLocaleString(locale)
  return (
    <TextArea
      {...register('review')}
      label={reviewsTexts.review}
      error={formState.errors.review?.message}
      hint={
        <span className={styles.counted}>
          <span>{reviewsTexts.reviewHint(reviewLength.least, most)}</span>
          <span>{reviewsTexts.counted(lengthOf(review.trim()).toLocaleString(locale), most)}</span>
        </span>
      }
    />
  )
}
