/** The QR code and the link that open this cart on another device. Each opening issues a new link. */
import { useEffect, useState } from 'react'
import { CreateResumeLinkDocument } from '../../../schema/generated/mutations.ts'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'
import { QrCode } from '../../ui/qr-code.tsx'

export default function ResumeCode() {
  const { shop } = usePage()
  const [link, setLink] = useState<string | null>(null)
  const [problem, setProblem] = useProblem()
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    let isCancelled = false
    runOperation(CreateResumeLinkDocument, {})
      .then(({ createResumeLink: { id } }) => {
        const address = `${location.origin}${shop.basePath}/checkout/resume?id=${encodeURIComponent(id)}`
        if (!isCancelled) setLink(address)
      })
      .catch((error: unknown) => {
        if (!isCancelled) setProblem(() => errorText(error))
      })
    return () => {
      isCancelled = true
    }
  }, [shop.basePath, setProblem])

  async function copy(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
    } catch {
      // The browser denies access to the clipboard. The code still works.
    }
  }

  if (problem) {
    return (
      <p role="alert" className="pb-4 font-medium text-danger">
        {problem}
      </p>
    )
  }
  return (
    <div className="flex items-start gap-5 pb-4">
      <div className="aspect-square w-36 shrink-0 rounded-lg bg-surface">
        {link !== null && <QrCode text={link} label={m.resume_code_label()} />}
      </div>
      <div>
        <p role="status" className="text-sm text-muted">
          {link === null ? m.resume_code_loading() : m.resume_code_text()}
        </p>
        {link !== null && (
          <button
            type="button"
            className="mt-2 min-h-11 text-sm underline hover:text-accent"
            onClick={() => void copy(link)}
          >
            {isCopied ? m.resume_copied() : m.resume_copy()}
          </button>
        )}
      </div>
    </div>
  )
}
