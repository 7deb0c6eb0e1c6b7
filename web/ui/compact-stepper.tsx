/** An amount between two buttons. The caller decides what each press does. */
type CompactStepperProps = {
  /** The accessible names of the control and its buttons. */
  label: string
  fewerLabel: string
  moreLabel: string
  amount: number
  canDecrease: boolean
  onDecrease: () => void
  onIncrease: () => void
}

const BUTTON =
  'grid size-11 place-items-center text-xl not-disabled:hover:bg-ink not-disabled:hover:text-surface disabled:opacity-40'

export function CompactStepper(props: CompactStepperProps) {
  const { label, fewerLabel, moreLabel, amount, canDecrease, onDecrease, onIncrease } = props
  return (
    <fieldset aria-label={label} className="flex items-center rounded-lg border border-line bg-surface">
      <button
        type="button"
        aria-label={fewerLabel}
        disabled={!canDecrease}
        onClick={onDecrease}
        className={`${BUTTON} rounded-l-lg`}
      >
        −
      </button>
      <output aria-live="polite" className="w-8 text-center font-semibold tabular-nums">
        {amount}
      </output>
      <button type="button" aria-label={moreLabel} onClick={onIncrease} className={`${BUTTON} rounded-r-lg`}>
        +
      </button>
    </fieldset>
  )
}
