/** The search on phones. Its field takes the focus when it opens, so that the keyboard appears at once. */
import { m } from '../i18n/messages.ts'
import SearchForm from '../search/search-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePhonePopover } from './use-phone-popover.ts'

export function PhoneSearch() {
  const { menu, close } = usePhonePopover()
  return (
    <div ref={menu} id="phone-search" popover="auto" className="phone-menu">
      <div className="flex min-h-16 items-center gap-2">
        <SearchForm className="grow" onSearch={close} isFirstInPopover />
        <button
          type="button"
          popoverTarget="phone-search"
          popoverTargetAction="hide"
          aria-label={m.shell_search_close()}
          className="icon-button -mr-2"
        >
          <Icon name="close" />
        </button>
      </div>
    </div>
  )
}
