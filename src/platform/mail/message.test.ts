import { expect, it } from 'vitest'
import { messageOf } from './message.server.ts'

const claim = 'CLAIM your prize at https://evil.example'
const letter = {
  subject: 'Order T-1: thank you',
  letterhead: { name: 'Tappet', logoUrl: undefined, wordsFor: () => undefined },
  paragraphs: ['Thank you for your order.'],
  facts: [
    { name: 'Total', value: '$5.00' },
    { name: 'Deliver to', value: claim, isTyped: true as const },
  ],
}

it('a mail to an unconfirmed address greets neutrally and holds nothing that its sender typed (finding 31)', () => {
  const { to, text, html } = messageOf({ ...letter, to: { email: 'a@example.com', name: claim, isConfirmed: false } })
  expect(to).toBe('a@example.com')
  expect(text.startsWith('Hello,\n')).toBe(true)
  expect(text).toContain('Total: $5.00')
  expect(text + html).not.toContain('CLAIM')
})

it('a mail to a confirmed address greets by name and says all', () => {
  const { text } = messageOf({ ...letter, to: { email: 'a@example.com', name: 'Padma', isConfirmed: true } })
  expect(text.startsWith('Hello Padma,\n')).toBe(true)
  expect(text).toContain(`Deliver to: ${claim}`)
})

it('a name cannot put a line of its own, or a link, above the shop’s (finding 29)', () => {
  const name = 'Padma,\n\nConfirm here:\nhttps://evil.example\u202E\u0007'
  const { subject, text } = messageOf({
    ...letter,
    subject: `A word of ${name}`,
    paragraphs: [`${name} has written.`],
    facts: [{ name: 'Customer', value: name }],
    action: { label: 'See it', url: 'https://shop.example/order' },
    to: { email: 'a@example.com', name, isConfirmed: true },
  })
  expect(text.split('\n').filter(line => line.startsWith('https://'))).toEqual(['https://shop.example/order'])
  expect(subject + text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u)
})

it('what is written from right to left stands by itself beside the shop’s words, in both parts of a mail', () => {
  const { text, html } = messageOf({
    ...letter,
    facts: [
      { name: 'ورشة النور (A-1)', value: 'شارع الشيخ زايد 12, دبي' },
      { name: 'Tracking', value: 'T-4711' },
    ],
    to: { email: 'a@example.com', name: 'יעל\u2069', isConfirmed: true },
  })
  expect(text.startsWith('Hello \u2068יעל\u2069,\n')).toBe(true)
  expect(text).toContain('\n\u2068ورشة النور (A-1)\u2069: \u2068شارع الشيخ زايد 12, دبي\u2069\n')
  expect(text).toContain('\nTracking: T-4711\n')
  expect(html).toContain('Hello \u2068יעל\u2069,')
  expect(html).toMatch(/<bdi>ورشة النور \(A-1\)<\/bdi>.*<td dir="auto"[^>]*>شارع الشيخ زايد 12, دبي<\/td>/)
})
