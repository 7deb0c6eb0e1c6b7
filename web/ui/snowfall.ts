/** The number and the movement of snowflakes. Lengths are CSS pixels, times are seconds. */

/** 40 flakes in windows up to 800 pixels wide. In wider windows, 150 on category pages and 200 on other pages. */
export function flakeCount(screenWidth: number, isCategoryPage: boolean): number {
  if (screenWidth <= 800) return 40
  return isCategoryPage ? 150 : 200
}

export type Flake = { x: number; y: number; radius: number; speed: number; sway: number; phase: number }

/** `random` returns numbers from 0 up to 1. Flakes that appear nearer are larger and faster. */
export function newFlake(width: number, height: number, random: () => number): Flake {
  const near = random()
  return {
    x: random() * width,
    y: random() * height,
    radius: 1 + near * 2.5,
    speed: 22 + near * 48,
    sway: 6 + random() * 18,
    phase: random() * Math.PI * 2,
  }
}

/** The flake after `seconds`. A flake that leaves the window at the bottom starts again at the top. */
export function moveFlake(flake: Flake, seconds: number, width: number, height: number): Flake {
  const phase = flake.phase + seconds
  const y = flake.y + flake.speed * seconds
  const x = flake.x + Math.cos(phase) * flake.sway * seconds
  const isBelow = y - flake.radius > height
  return { ...flake, phase, x: ((x % width) + width) % width, y: isBelow ? -flake.radius : y }
}
