import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, operator }) => {
  await app.sql(`insert into schedules (name, title, every_minutes, minute) values ('kernel.cleanup', '清理过期数据', 60, 11)
    on conflict (name) do nothing`)
  const named = () => ({ params: { name: 'kernel.cleanup' }, token: operator })
  return {
    'sysInstallation.state': () => ({ token: operator }),
    'sysInstallation.runSchedule': named,
    'sysInstallation.pauseSchedule': named,
    'sysInstallation.resumeSchedule': named,
  }
}
