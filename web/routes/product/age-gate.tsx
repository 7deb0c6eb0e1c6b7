/** PROD-09: the age confirmation for products for adults. A confirmation is valid until the tab is closed. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { writeItem } from '../../data/browser-storage.ts'
import { useIsHydrated } from '../../data/hydration.ts'
import { m } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'

const KEY = 'over_18'

export function AgeGate() {
  const navigate = useNavigate()
  const [isConfirmed, setConfirmed] = useState(false)
  const isHydrated = useIsHydrated()
  if (!isHydrated || isConfirmed || sessionStorage.getItem(KEY) === 'yes') return null
  const leave = () => void (history.length > 1 ? navigate(-1) : navigate('/', { replace: true }))
  return (
    <Dialog label={m.age_title()} onClose={leave}>
      <h2 className="display-3">{m.age_title()}</h2>
      <p className="mt-3 text-muted">{m.age_text()}</p>
      <div className="dialog-actions">
        <button
          type="button"
          className="button-primary"
          onClick={() => {
            writeItem(sessionStorage, KEY, 'yes')
            setConfirmed(true)
          }}
        >
          {m.age_confirm()}
        </button>
        <button type="button" className="button-secondary" onClick={leave}>
          {m.age_back()}
        </button>
      </div>
    </Dialog>
  )
}
