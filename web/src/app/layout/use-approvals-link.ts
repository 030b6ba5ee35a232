import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { registerApprovals } from '../../kernel/api/failure-toast.ts'
import { approvalsEntry } from '../shell-session.ts'

/** Leads from the message that a call waits for approval to the user's own approvals. */
export const useApprovalsLink = (): void => {
  const navigate = useNavigate()
  useEffect(() => registerApprovals(() => void navigate(`${approvalsEntry.path}?f.box=asked`)), [navigate])
}
