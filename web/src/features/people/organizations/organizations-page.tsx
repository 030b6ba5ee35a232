import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { MovableTree } from './movable-tree.tsx'
import { OrganizationPanel } from './organization-panel.tsx'
import './organizations.css'

/** The company's tree at the left, the selected organisation at the right. */
export const OrganizationsPage = () => {
  const wide = useMedia('(min-width: 992px)')
  const [params] = usePageSearch()
  const asked = params.get(askedParams.row) ?? undefined
  // A link to another organisation replaces the choice made by hand.
  const [choice, setChoice] = useState({ id: asked, because: asked })
  if (choice.because !== asked) setChoice({ id: asked, because: asked })
  const setChosen = (id: string | undefined) => setChoice({ ...choice, id })
  // Same read as the tree. The first organisation is selected initially.
  const { data } = useRead(organizationsContract.list, { query: {} })
  const selected = choice.id ?? data?.data[0]?.id
  const tree = <MovableTree selected={selected} onSelect={setChosen} />
  return (
    <div className="organizations">
      {wide || selected === undefined ? (
        tree
      ) : (
        <details className="organization-fold">
          <summary>组织架构</summary>
          {tree}
        </details>
      )}
      {selected !== undefined && <OrganizationPanel id={selected} onSelect={setChosen} />}
    </div>
  )
}
