/** SHELL-04: snow in front of the page, which lets clicks through. With reduced motion, no snow falls. */
import { useEffect, useRef } from 'react'
import { flakeCount, moveFlake, newFlake } from './snowfall.ts'

/** Limits the step after a pause, because browsers stop animation frames in background tabs. */
const LONGEST_STEP_SECONDS = 0.1

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
      for (const { x, y, radius } of flakes) {
        context.beginPath()
        context.arc(x, y, radius, 0, Math.PI * 2)
        context.fill()
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
