import {
  isOwnRow,
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useMemo, useState } from 'react'
import { call } from '../../../../kernel/api/call.ts'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { loadLevel, useOrganizations } from '../use-organizations.ts'

/** So many top organisations are opened at first. */
const opensAtFirst = 5

/** The opened part of the tree. The first top organisations are open until the user opens or closes one. */
export const useOpened = () => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const { data: top } = useRead(organizationsContract.list, { query: {} })
  const first = useMemo(() => {
    const inner = top?.data.filter(isOwnRow).filter(({ leaf }) => !leaf) ?? []
    return new Set(inner.slice(0, opensAtFirst).map(({ id }) => id))
  }, [top])
  const open = chosen ?? first
  const setOpen = (change: (now: ReadonlySet<string>) => ReadonlySet<string>) =>
    setChosen((now) => change(now ?? first))
  const { below, read, more } = useOrganizations(open, '')
  const toggle = async ({ id, leaf }: OrganizationRow) => {
    if (leaf) return
    if (!open.has(id)) await loadLevel(id)
    setOpen((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id])))
  }
  /** Opens what is above an organisation. */
  const reveal = async (id: string) => {
    const { above } = await call(organizationsContract.get, { params: { id } })
    await Promise.all(above.map((each) => loadLevel(each.id)))
    setOpen((now) => new Set([...now, ...above.map((each) => each.id)]))
  }
  return { open, below, read, more, toggle, reveal }
}
