import type { ControlTarget } from '@airdeck/contract/control/schema';
import type { Command } from '@airdeck/domain/control/command';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queriesOf } from '../../../lib/api/query-keys.ts';
import { uuid } from '../../../shared/export/use-export.ts';
import type { Attempt, Order } from '../model/order.ts';
import { sendOrder } from '../model/queries.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** An order to be sent, with the previous results of a retry. */
interface Sent {
  order: Order;
  earlier: readonly Attempt[];
}

export interface Sending {
  /** Sends to one purifier at once, and asks first where there are several. */
  begin(command: Command, action: string, targets: readonly ControlTarget[]): void;
  /** Sends the last order again to these. */
  retry(targets: readonly ControlTarget[]): void;
  /** The last order with its retries; empty before the first. */
  attempts: readonly Attempt[];
  forget(): void;
  isPending: boolean;
  /** Sending failed, or its result is unknown; `again` does not send twice what arrived. */
  failure: { error: Error; again: () => void } | null;
}

/** Sends orders, and remembers the last. The dialog asks before one to several is sent. */
export function useSending(): { sending: Sending; dialog: React.ReactNode } {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Order | null>(null);
  const [attempts, setAttempts] = useState<readonly Attempt[]>([]);
  const send = useMutation({
    mutationFn: async ({ order }: Sent): Promise<Attempt> => ({ order, answers: await sendOrder(order) }),
    onSuccess: (attempt, { earlier }) => {
      setAsked(null);
      setAttempts([...earlier, attempt]);
      void client.invalidateQueries(queriesOf('control'));
    },
  });
  const { variables, error } = send;
  const sending: Sending = {
    begin(command, action, targets) {
      const order = { batchId: uuid(), command, action, targets };
      send.reset();
      if (targets.length > 1) setAsked(order);
      else send.mutate({ order, earlier: [] });
    },
    retry(targets) {
      const last = attempts.at(-1)?.order;
      if (last !== undefined) send.mutate({ order: { ...last, batchId: uuid(), targets }, earlier: attempts });
    },
    attempts,
    forget: () => setAttempts([]),
    isPending: send.isPending,
    failure:
      error === null || variables === undefined || asked !== null
        ? null
        : { error, again: () => send.mutate(variables) },
  };
  const dialog =
    asked === null ? null : (
      <ConfirmDialog
        key={asked.batchId}
        order={asked}
        isPending={send.isPending}
        error={error}
        onSend={(description) => send.mutate({ order: { ...asked, description }, earlier: [] })}
        onClose={() => setAsked(null)}
      />
    );
  return { sending, dialog };
}
