/** SHELL-04: snow over the page, in front of everything and in nobody's way. None falls under reduced motion. */
import { useEffect, useRef } from 'react'
import { fallen, flakeCount, newFlake } from './snowfall.ts'

/** A tab that slept does not make up for it. */
const LONGEST_STEP_SECONDS = 0.1

export function Snow({ isCategoryPage }: { isCategoryPage: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const brush = element?.getContext('2d')
    if (!element || !brush || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const colour = getComputedStyle(element).color
    let width = 0
    let height = 0
    const fill = () => {
      const scale = Math.min(devicePixelRatio, 2)
      width = innerWidth
      height = innerHeight
      element.width = width * scale
      element.height = height * scale
      brush.setTransform(scale, 0, 0, scale, 0, 0)
      brush.fillStyle = colour
    }
    fill()
    let flakes = Array.from({ length: flakeCount(width, isCategoryPage) }, () => newFlake(width, height, Math.random))
    element.dataset.flakes = String(flakes.length)
    let before = performance.now()
    let frame = requestAnimationFrame(function fall(now) {
      const seconds = Math.min((now - before) / 1000, LONGEST_STEP_SECONDS)
      before = now
      flakes = flakes.map((flake) => fallen(flake, seconds, width, height))
      brush.clearRect(0, 0, width, height)
      for (const { x, y, radius } of flakes) {
        brush.beginPath()
        brush.arc(x, y, radius, 0, Math.PI * 2)
        brush.fill()
      }
      frame = requestAnimationFrame(fall)
    })
    addEventListener('resize', fill)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', fill)
    }
  }, [isCategoryPage])
  return (
    <div aria-hidden="true" className="snow">
      <canvas ref={canvas} className="size-full" />
    </div>
  )
}
