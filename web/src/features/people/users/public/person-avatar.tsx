import { userPortraitsContract } from '@atrium/contract/features/people/users/user-portraits.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { loadPortrait } from '../load-portrait.ts'

const { portraits } = userPortraitsContract
const staleTime = 600_000

/** Avatar of a user: their portrait, else the first letter of the name. `portrait`: empty if known to have none. */
export const PersonAvatar = ({ id, name, portrait }: { id: string; name: string; portrait?: string }) => {
  const mayRead = useCan(portraits)
  const { data } = useQuery({
    queryKey: [portraits.module, portraits.name, id, portrait],
    queryFn: () => loadPortrait(id),
    enabled: mayRead && portrait !== '',
    staleTime,
  })
  return <Avatar name={name} src={data ?? undefined} />
}
