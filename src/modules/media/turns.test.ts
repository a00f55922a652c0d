import { expect, it } from 'vitest'
import type { Permission } from '#kernel/access'
import { Refusal } from '#kernel/refusals'
import { pictureTurns } from './turns.server.ts'

/** A picture that is being decoded until it is let go. */
function slowPictures() {
  const inTurn = pictureTurns()
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  const send = (id: string, permissions: Permission[] = []) =>
    inTurn({ id, permissions }, () => held).then(
      () => 'stored',
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    )
  return { send, letGo }
}

it('24 pictures of one account leave room for those of others (finding 28)', async () => {
  const { send, letGo } = slowPictures()
  const many = Array.from({ length: 24 }, () => send('one'))
  const other = send('other')
  letGo()
  const answers = await Promise.all(many)
  expect(answers.filter(answer => answer === 'stored')).toHaveLength(4)
  expect(answers.filter(answer => answer === 'own-uploads-busy')).toHaveLength(20)
  expect(await other).toBe('stored')
})

it('staff have a place although customers have taken all of theirs (finding 28)', async () => {
  const { send, letGo } = slowPictures()
  const many = Array.from({ length: 20 }, (_, index) => send(`customer ${index}`))
  const staff = send('admin', ['catalogue'])
  letGo()
  expect((await Promise.all(many)).filter(answer => answer === 'uploads-busy')).toHaveLength(6)
  expect(await staff).toBe('stored')
})

it('a place is free again once its picture is stored', async () => {
  const { send, letGo } = slowPictures()
  letGo()
  for (let sent = 0; sent < 30; sent += 1) expect(await send('one')).toBe('stored')
})
