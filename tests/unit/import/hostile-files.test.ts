/** Imports files that try to harm the importing machine or to publish its files. */
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { materialPath } from '../../../worker/import/material.ts'
import { clubNight, newFolder, openStores, run, shirt, smallCatalogue, writeCatalogue } from './catalogue-builder.ts'

async function faultsOf(folder: string): Promise<string[]> {
  const report = await run(await openStores(), folder)
  return report.faults.map(({ message }) => message)
}

const withImage = (file: string) => smallCatalogue({ products: [{ ...shirt, images: [file] }] })

describe('file outside the catalogue’s folder', () => {
  it('cannot be reached by “..”, by an absolute path or by a symbolic link', async () => {
    const secret = join(await newFolder(), 'secret.png')
    await sharp({ create: { width: 50, height: 50, channels: 3, background: '#000' } })
      .png()
      .toFile(secret)
    const folder = await writeCatalogue(smallCatalogue())
    await symlink(secret, join(folder, 'images/link.png'))
    const origin = { root: folder, folder }
    expect(materialPath(origin, 'images/shirt.png')).toBe(join(folder, 'images/shirt.png'))
    for (const name of [
      `../${secret.split('/').slice(-2).join('/')}`,
      secret,
      'images/link.png',
      '/etc/passwd',
      '..',
      '',
    ]) {
      expect(materialPath(origin, name), name).toBe('')
    }
  })

  it('causes a fault if the catalogue names it as an image or a seat map', async () => {
    expect(await faultsOf(await writeCatalogue(withImage('../../etc/hostname.png')))).toContainEqual(
      expect.stringContaining('expected the path of an image'),
    )
    const secret = join(await newFolder(), 'secret.png')
    await sharp({ create: { width: 50, height: 50, channels: 3, background: '#000' } })
      .png()
      .toFile(secret)
    const linked = await writeCatalogue(withImage('images/link.png'))
    await symlink(secret, join(linked, 'images/link.png'))
    expect(await faultsOf(linked)).toEqual([expect.stringContaining("there is none in the catalogue's folder")])
    const seated = { ...clubNight, seatMap: { file: '../../etc/x.json', categories: { '*': 1 } } }
    expect(await faultsOf(await writeCatalogue(smallCatalogue({ events: [seated] })))).toContainEqual(
      expect.stringContaining('expected the path of a JSON file'),
    )
  })
})

describe('hostile picture', () => {
  it('causes a fault if it is damaged, not a picture or too large', async () => {
    for (const [name, content] of [
      ['images/torn.png', '\u0089PNG\r\n\u001a\nnothing follows'],
      ['images/page.jpg', '<html><body>no picture</body></html>'],
      ['images/bomb.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect/></svg>'],
    ] as const) {
      const folder = await writeCatalogue(withImage(name), { [name]: content })
      expect(await faultsOf(folder), name).toEqual([expect.stringContaining('expected a PNG, JPEG, WebP or SVG')])
    }
  })

  it('embeds no other file when it is scaled', async () => {
    const folder = await writeCatalogue(withImage('images/drawn.svg'))
    const red = sharp({ create: { width: 200, height: 200, channels: 3, background: '#f00' } })
    await red.png().toFile(join(folder, 'images/red.png'))
    await writeFile(
      join(folder, 'images/drawn.svg'),
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200"><rect width="200" height="200" fill="#fff"/><script>alert(1)</script><image xlink:href="red.png" width="200" height="200"/><image xlink:href="file://${folder}/images/red.png" width="200" height="200"/></svg>`,
    )
    const stores = await openStores()
    const stored: { key: string; bytes: Uint8Array }[] = []
    const { bucket } = stores.target
    const target = {
      ...stores.target,
      bucket: {
        ...bucket,
        put: async (...given: Parameters<typeof bucket.put>) => {
          const [key, bytes] = given
          if (key.endsWith('.avif') && typeof bytes !== 'string') stored.push({ key, bytes })
          return bucket.put(...given)
        },
      },
    }
    const report = await run({ ...stores, target }, folder)
    expect(report.faults).toEqual([])
    expect(stored.length).toBeGreaterThan(0)
    for (const { bytes } of stored) {
      const { channels } = await sharp(bytes).stats()
      // If the red image were embedded, the means of green and blue would be near zero.
      for (const { mean } of channels.slice(0, 3)) expect(mean).toBeGreaterThan(250)
    }
  })
})
