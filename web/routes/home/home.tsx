/** The shop's first page: the main shop's magazine, or a band's own house. */
import { HomeDocument } from '../../../schema/generated/operations.ts'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { BandHome } from './band-home.tsx'
import { MainHome } from './main-home.tsx'

export default function Home() {
  const { shop } = usePage()
  const query = useOperation(HomeDocument, {})
  return (
    <>
      <PageTitle title={null} />
      <QueryView query={query} subject={({ home }) => home} skeleton={<PageSkeleton />}>
        {(home) => (shop.isBand ? <BandHome home={home} /> : <MainHome home={home} />)}
      </QueryView>
    </>
  )
}
