import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShopProcess } from '#test/shop-process'

/** A whole shop in a process of its own, on an embedded database of its own, for as long as `work` takes. */
export async function withShop<T>(
  environment: Record<string, string>,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  const shop = await startShopProcess({ DATA_DIR: dataDir, ...environment })
  try {
    return await work(shop.address)
  } finally {
    await shop.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** As above, with the demo shop's tools in it, and as a shop that others reach: it has no open accounts, and every limit. */
export async function withFilledShop<T>(
  environment: Record<string, string>,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-bench-'))
  try {
    const filling = await startShopProcess({ DATA_DIR: dataDir, DEMO: 'yes', LOG_LEVEL: 'fatal' })
    await filling.end('SIGTERM')
    const shop = await startShopProcess({ DATA_DIR: dataDir, ...environment })
    try {
      return await work(shop.address)
    } finally {
      await shop.end('SIGTERM')
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
