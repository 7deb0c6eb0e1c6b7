/** The search on phones. Its field takes the focus when it opens, so that the keyboard appears at once. */
import { m } from '../i18n/messages.ts'
import SearchForm from '../search/search-form.tsx'
import { PhonePopover } from './phone-popover.tsx'

export function PhoneSearch() {
  return (
    <PhonePopover
      id="phone-search"
      closeLabel={m.shell_search_close()}
      head={(close) => <SearchForm className="grow" onSearch={close} isFirstInPopover />}
    />
  )
}
