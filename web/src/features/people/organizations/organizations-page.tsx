import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { MovableTree } from './movable-tree.tsx'
import { OrganizationPanel } from './organization-panel.tsx'
import './organizations.css'

/** The company's tree at the left, the selected organisation at the right. */
export const OrganizationsPage = () => {
  const wide = useMedia('(min-width: 992px)')
  const [chosen, setChosen] = useState<string>()
  // Same read as the tree. The first organisation is selected initially.
  const { data } = useRead(organizationsContract.list, { query: {} })
  const selected = chosen ?? data?.data[0]?.id
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
