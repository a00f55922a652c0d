import { expect, it } from 'vitest'
import { startTestShop } from '../harness.ts'
import { createPerson } from '../factories.ts'
const cpu = () => {
  const u = process.cpuUsage()
  return Math.round((u.user + u.system) / 1000)
}
it('starts', async () => {
  for (let i = 0; i < 4; i++) {
    let [c, t] = [cpu(), Date.now()]
    const shop = await startTestShop()
    console.log('start', cpu() - c, 'ms cpu', Date.now() - t, 'ms wall')
    ;[c, t] = [cpu(), Date.now()]
    await createPerson(shop)
    await createPerson(shop)
    console.log('2 people', cpu() - c, 'ms cpu', Date.now() - t, 'ms wall')
    ;[c, t] = [cpu(), Date.now()]
    await new Promise(r => setTimeout(r, 3000))
    console.log('idle 3 s', cpu() - c, 'ms cpu', Date.now() - t, 'ms wall')
    ;[c, t] = [cpu(), Date.now()]
    await shop.close()
    console.log('close', cpu() - c, 'ms cpu', Date.now() - t, 'ms wall')
  }
  expect(1).toBe(1)
}, 120000)
