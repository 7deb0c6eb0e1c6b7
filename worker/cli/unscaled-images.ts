/**
 * `unscaled-images.json` in the state folder lists the images that an import left unscaled. It exists until all of them are
 * scaled.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScalableImage } from '../import/image-scaling.ts'

function fileIn(stateDir: string): string {
  return join(stateDir, 'unscaled-images.json')
}

export function unscaledImages(stateDir: string): ScalableImage[] {
  const file = fileIn(stateDir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ScalableImage[]) : []
}

/** An empty list removes the file. */
export function noteUnscaledImages(stateDir: string, images: ScalableImage[]): void {
  if (images.length === 0) rmSync(fileIn(stateDir), { force: true })
  else writeFileSync(fileIn(stateDir), JSON.stringify(images))
}
