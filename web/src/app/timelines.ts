import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { lazy } from 'react'
import { declareTimelines } from '../kernel/timeline/timeline-action.tsx'

declareTimelines({
  endpoint: operationLogsContract.timeline,
  Timeline: lazy(async () => ({
    default: (await import('../features/audit/operation-logs/timeline-drawer.tsx')).Timeline,
  })),
  Drawer: lazy(async () => ({
    default: (await import('../features/audit/operation-logs/timeline-drawer.tsx')).TimelineDrawer,
  })),
})
