/**
 * SHELL-04: snow in front of the large pictures, and in front of the products of a category. It falls over no text, price or
 * form, because a flake beside a letter reads as a full stop. It lets clicks through. With reduced motion, no snow falls.
 */
import { useEffect, useRef } from 'react'
import { flakeCount, moveFlake, newFlake } from './snowfall.ts'

/** Limits the step after a pause, because browsers stop animation frames in background tabs. */
const LONGEST_STEP_SECONDS = 0.1

const LARGE_PICTURES = '.hero-picture, .event-head img'
/** A tag such as "sold out" is a text. */
const PRODUCT_PICTURES = '.tile-frame:not(:has(.tile-tag))'

/** The rectangles of the matching elements in the window. */
function visibleAreas(selector: string, width: number, height: number): DOMRect[] {
  return [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => right > 0 && left < width && bottom > 0 && top < height)
}

export function Snow({ isCategoryPage }: { isCategoryPage: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const colour = getComputedStyle(element).color
    let width = 0
    let height = 0
    const resize = () => {
      const scale = Math.min(devicePixelRatio, 2)
      width = innerWidth
      height = innerHeight
      element.width = width * scale
      element.height = height * scale
      context.setTransform(scale, 0, 0, scale, 0, 0)
      context.fillStyle = colour
    }
    resize()
    let flakes = Array.from({ length: flakeCount(width, isCategoryPage) }, () => newFlake(width, height, Math.random))
    element.dataset.flakes = String(flakes.length)
    let previous = performance.now()
    let frame = requestAnimationFrame(function paint(now) {
      const seconds = Math.min((now - previous) / 1000, LONGEST_STEP_SECONDS)
      previous = now
      flakes = flakes.map((flake) => moveFlake(flake, seconds, width, height))
      context.clearRect(0, 0, width, height)
      const areas = visibleAreas(isCategoryPage ? PRODUCT_PICTURES : LARGE_PICTURES, width, height)
      if (areas.length > 0) {
        context.save()
        context.beginPath()
        for (const { left, top, width: across, height: down } of areas) context.rect(left, top, across, down)
        context.clip()
        for (const { x, y, radius } of flakes) {
          context.beginPath()
          context.arc(x, y, radius, 0, Math.PI * 2)
          context.fill()
        }
        context.restore()
      }
      frame = requestAnimationFrame(paint)
    })
    addEventListener('resize', resize)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', resize)
    }
  }, [isCategoryPage])
  return (
    <div aria-hidden="true" className="snow">
      <canvas ref={canvas} className="size-full" />
    </div>
  )
}
