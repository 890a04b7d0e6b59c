import { describe, expect, it } from 'vitest'
import { decideTool } from '../../../src/main/sandbox/tool-policy'
import { defaultToolPolicy, toolPolicySchema } from '../../../src/shared'

const from = (bypassFrom: number | null) => ({ ...defaultToolPolicy, bypassFrom })

describe('the policy of tools', () => {
  it.each([
    [defaultToolPolicy, 'shell_exec', 0, 'sandboxed', 'listed'],
    [defaultToolPolicy, 'run_code', 3, 'sandboxed', 'listed'],
    [defaultToolPolicy, 'python_repl', 5, 'sandboxed', 'listed'],
    [defaultToolPolicy, ' Shell_Exec ', 5, 'sandboxed', 'listed'],
    [defaultToolPolicy, 'read_file', 0, 'direct', 'not_listed'],
    [defaultToolPolicy, '', 0, 'sandboxed', 'unclear'],
    [{ ...defaultToolPolicy, enabled: false }, 'shell_exec', 0, 'direct', 'disabled'],
    [{ ...defaultToolPolicy, tools: [] }, 'shell_exec', 0, 'direct', 'not_listed'],
    [{ ...defaultToolPolicy, tools: ['Deploy'] }, 'deploy', 0, 'sandboxed', 'listed'],
    [from(5), 'shell_exec', 5, 'direct', 'bypassed'],
    [from(5), 'shell_exec', 4, 'sandboxed', 'listed'],
    [from(0), 'shell_exec', 0, 'direct', 'bypassed'],
    [from(3), 'shell_exec', 2, 'sandboxed', 'listed'],
    [from(3), 'shell_exec', 3, 'direct', 'bypassed'],
    [from(3), 'shell_exec', 6, 'sandboxed', 'unclear'],
    [from(3), 'shell_exec', -1, 'sandboxed', 'unclear'],
    [from(3), 'shell_exec', 3.5, 'sandboxed', 'unclear'],
    [from(3), 'shell_exec', Number.NaN, 'sandboxed', 'unclear'],
    [from(3), 'shell_exec', '5', 'sandboxed', 'unclear'],
    [from(3), 'shell_exec', undefined, 'sandboxed', 'unclear'],
  ])('%j: %s at %s is %s (%s)', (policy, tool, autonomy, run, reason) => {
    expect(decideTool(policy, { tool, autonomy })).toEqual({ run, reason })
  })

  it('goes by levels alone: at every one, a bypass is from its level on', () => {
    for (let level = 0; level <= 5; level += 1)
      for (let bypass = 0; bypass <= 5; bypass += 1)
        expect(decideTool(from(bypass), { tool: 'run_code', autonomy: level }).run).toBe(
          level >= bypass ? 'direct' : 'sandboxed',
        )
  })

  it('is read strictly', () => {
    expect(toolPolicySchema.safeParse({ ...defaultToolPolicy, bypassFrom: 6 }).success).toBe(false)
    expect(toolPolicySchema.safeParse({ ...defaultToolPolicy, tools: [''] }).success).toBe(false)
    expect(toolPolicySchema.parse(defaultToolPolicy)).toEqual(defaultToolPolicy)
  })
})
