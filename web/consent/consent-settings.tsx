/** CONS-01: the settings of consent. The functions of the shop are always on; the visitor may allow the rest. */
import { type ReactNode, useId, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { Modal } from '../ui/modal.tsx'
import { allowTracking, trackingIsAllowed } from './tracking.ts'

export default function ConsentSettings({ onClose }: { onClose: () => void }) {
  const [isAllowed, setAllowed] = useState(trackingIsAllowed)
  return (
    <Modal title={m.consent_settings_title()} onCancel={onClose}>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          allowTracking(isAllowed)
        }}
      >
        <Setting label={m.consent_shop()} text={m.consent_shop_text()} note={m.consent_shop_always()} isOn />
        <Setting label={m.consent_tracking()} text={m.consent_tracking_text()} isOn={isAllowed} onChange={setAllowed} />
        <div className="dialog-actions">
          <button type="submit" className="button-primary">
            {m.consent_save()}
          </button>
          <button type="button" className="button-secondary" onClick={onClose}>
            {m.consent_cancel()}
          </button>
        </div>
      </form>
    </Modal>
  )
}

type SettingProps = {
  label: string
  text: ReactNode
  note?: string
  isOn: boolean
  /** Without it, the visitor cannot change the setting. */
  onChange?: (isOn: boolean) => void
}

function Setting({ label, text, note, isOn, onChange }: SettingProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-4">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={!onChange}
        aria-describedby={`${id}text`}
        onChange={(change) => onChange?.(change.target.checked)}
      />
      <p id={`${id}text`} className="col-span-2 text-sm text-muted">
        {text} {note}
      </p>
    </div>
  )
}
