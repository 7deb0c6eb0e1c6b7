/** The look of Stripe's elements, in the colours of the shop's design. Stripe shows them in its own frames. */
import type { Appearance, ButtonThemeOption } from '@stripe/stripe-js'

export function elementAppearance(): Appearance {
  const { ground, ink } = pageColours()
  const button = document.createElement('span')
  button.className = 'button-primary'
  button.hidden = true
  document.body.append(button)
  const accent = getComputedStyle(button).backgroundColor
  button.remove()
  return {
    theme: isDark(ground, ink) ? 'night' : 'stripe',
    variables: {
      colorPrimary: hexOf(rgbOf(accent)),
      colorBackground: hexOf(ground),
      colorText: hexOf(ink),
      borderRadius: '8px',
      fontSizeBase: '16px',
    },
  }
}

/** The wallets' brands allow black and white buttons only, and black ones cannot be seen in a dark design. */
export function walletTheme(): ButtonThemeOption {
  const { ground, ink } = pageColours()
  return isDark(ground, ink) ? { applePay: 'white', googlePay: 'white' } : { applePay: 'black', googlePay: 'black' }
}

function pageColours(): { ground: Rgb; ink: Rgb } {
  const { backgroundColor, color } = getComputedStyle(document.body)
  return { ground: rgbOf(backgroundColor), ink: rgbOf(color) }
}

const isDark = (ground: Rgb, ink: Rgb) => brightness(ground) < brightness(ink)

type Rgb = readonly [number, number, number]

/** Stripe understands only the old notations of colours. A canvas converts every notation that the browser knows. */
function rgbOf(colour: string): Rgb {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return [0, 0, 0]
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

const brightness = ([red, green, blue]: Rgb) => red * 0.299 + green * 0.587 + blue * 0.114

const hexOf = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
