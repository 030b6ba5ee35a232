import { accountContract } from '@atrium/contract/features/account/account.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/api/call.ts'

/**
 * The address of the signed-in person's portrait; undefined when there is none.
 * In: the portrait's mark from the login info, which changes with the picture.
 */
export const usePortrait = (mark: string): string | undefined => {
  const { data } = useQuery({
    queryKey: [accountContract.portrait.module, accountContract.portrait.name, mark],
    queryFn: ({ signal }) => call(accountContract.portrait, {}, { signal, toasts: false }),
    enabled: mark !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!data) return
    const address = URL.createObjectURL(data)
    setSrc(address)
    return () => {
      setSrc(undefined)
      URL.revokeObjectURL(address)
    }
  }, [data])
  return src
}
