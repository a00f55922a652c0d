import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, createPerson } from '#test/factories'
import { type TestShop, startTestShop } from '#test/harness'
import { aftermathCards, expectCalm, paidOrder } from '#test/sandbox/money-back'

let shop: TestShop
let owner: Person
let buyer: Person
beforeAll(async () => {
  shop = await startTestShop()
  owner = await createPerson(shop, 'admin')
  buyer = await createPerson(shop)
})
afterAll(() => shop.close())

const overview = async () => (await owner.call('GET', '/overview')).body
const asListed = async ({ order }: { order: string }) => {
  const { number } = (await owner.call('GET', `/orders/${order}`)).body
  return (await owner.call('GET', `/allOrders?numbers=${number}`)).body[0]
}

it('the overview and the list have no order to ship of which nothing can leave, or whose money the customer’s bank has taken', async () => {
  const before = (await overview()).todo.toShip.count
  const [paid, returned, disputed, inquired] = [
    await paidOrder(shop, buyer),
    await paidOrder(shop, buyer),
    await paidOrder(shop, buyer, aftermathCards.disputed),
    await paidOrder(shop, buyer, aftermathCards.askedAbout),
  ]
  await owner.call('POST', `/orders/${returned.order}/refunds`, {
    amount: 99,
    returned: [{ position: 1, quantity: 4 }],
  })
  await expectCalm(shop)
  expect((await overview()).todo.toShip.count).toBe(before + 2)
  const { body } = await owner.call('GET', '/allOrders?state=open&limit=100')
  const listed = [paid, returned, disputed, inquired].map(({ order }) =>
    body.some(({ _id }: { _id: string }) => _id === order),
  )
  expect(listed).toEqual([true, false, false, true])
  expect([await asListed(paid), await asListed(disputed), await asListed(inquired)]).toMatchObject([
    { bankKeepsMoney: false }, { bankKeepsMoney: true }, { bankKeepsMoney: false },
  ]) // prettier-ignore
  expect((await buyer.call('GET', `/orders/${disputed.order}`)).body).not.toHaveProperty('bankKeepsMoney')
})
