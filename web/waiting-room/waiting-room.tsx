/** The waiting room instead of a page; the tab's title carries the position. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { matchRoute } from '../../schema/routes.ts'
import { loadPage } from '../app/pages.ts'
import { useWait } from '../data/waiting.ts'
import { m } from '../i18n/messages.ts'
import { WaitingScreen } from './waiting-screen.tsx'
import { wordOf } from './waiting-words.ts'

export default function WaitingRoom() {
  const { wait } = useWait()
  const { pathname } = useLocation()
  useEffect(() => {
    // The page behind the door needs its code the moment it opens.
    const name = matchRoute(pathname)?.route.name
    if (name) loadPage(name).catch(() => {})
  }, [pathname])
  if (!wait) return null
  const { session } = wait
  return (
    <>
      <title>{m.queue_document({ text: wordOf(session.queue) })}</title>
      <WaitingScreen key={session.queue?.room} session={session} />
    </>
  )
}
