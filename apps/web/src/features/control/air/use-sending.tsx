import type { ControlTarget } from '@airdeck/contract/control/schema';
import type { Command } from '@airdeck/domain/control/command';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queriesOf } from '../../../lib/api/query-keys.ts';
import { uuid } from '../../../shared/export/use-export.ts';
import { type Attempt, type DeviceResult, isOf, type Order, resultsOf } from '../model/order.ts';
import { sendOrder } from '../model/queries.ts';
import { useRecords } from '../model/use-records.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** An order to be sent, with the previous results of a retry. */
interface Sent {
  order: Order;
  earlier: readonly Attempt[];
}

/** The last order to several purifiers, with its retries. */
export interface Batch {
  order: Order;
  results: readonly DeviceResult[];
  /** Id of its last attempt. */
  batchId: string;
}

export interface Sending {
  /** Sends to one purifier at once, and asks first where there are several. */
  begin(command: Command, action: string, targets: readonly ControlTarget[]): void;
  /** Sends the last batch again to these. */
  retry(targets: readonly ControlTarget[]): void;
  /** Action of a command that is on its way to the server. */
  underway(command: Command): string | undefined;
  /** Results of the last order of a command, if it was to exactly these purifiers. */
  resultsOf(command: Command, targets: readonly ControlTarget[]): { action: string; results: readonly DeviceResult[] };
  /** null before the first, and once it was closed. */
  batch: Batch | null;
  forget(): void;
  isPending: boolean;
  /** Sending failed, or its result is unknown; `again` does not send twice what arrived. */
  failure: { command: Command; error: Error; again: () => void } | null;
}

/** Orders of other commands that are remembered: each is asked for again with every live event. */
const MAX_REMEMBERED = 4;

/** Sends orders, and remembers the last of each command. The dialog asks before one to several is sent. */
export function useSending(): { sending: Sending; dialog: React.ReactNode } {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Order | null>(null);
  const [remembered, setRemembered] = useState<readonly (readonly Attempt[])[]>([]);
  const [hasBatch, setHasBatch] = useState(false);
  const [failed, setFailed] = useState<(Sent & { error: Error }) | null>(null);
  const [inFlight, setInFlight] = useState<readonly Order[]>([]);
  // A second tap comes before the next render.
  const busy = useRef(new Set<Command>());
  const records = useRecords(remembered.flat());
  const { mutate } = useMutation({
    mutationFn: async ({ order }: Sent): Promise<Attempt> => ({ order, answers: await sendOrder(order) }),
    onMutate: ({ order }) => {
      setFailed(null);
      setInFlight((orders) => [...orders, order]);
    },
    onSuccess: (attempt, { order: { command, targets }, earlier }) => {
      setAsked(null);
      setHasBatch(targets.length > 1 || earlier.length > 0);
      setRemembered((all) =>
        [[...earlier, attempt], ...all.filter(([first]) => first?.order.command !== command)].slice(0, MAX_REMEMBERED),
      );
      void client.invalidateQueries(queriesOf('control'));
    },
    onError: (error, sent) => setFailed({ ...sent, error }),
    onSettled: (_, __, { order }) => {
      busy.current.delete(order.command);
      setInFlight((orders) => orders.filter(({ batchId }) => batchId !== order.batchId));
    },
  });
  const send = (sent: Sent) => {
    if (busy.current.has(sent.order.command)) return;
    busy.current.add(sent.order.command);
    mutate(sent);
  };
  const [newest] = remembered;
  const [first] = newest ?? [];
  const last = newest?.at(-1)?.order;
  const batch: Batch | null =
    hasBatch && newest !== undefined && first !== undefined && last !== undefined
      ? { order: first.order, results: resultsOf(newest, records), batchId: last.batchId }
      : null;
  const sending: Sending = {
    begin(command, action, targets) {
      const order = { batchId: uuid(), command, action, targets };
      setFailed(null);
      if (targets.length > 1) setAsked(order);
      else send({ order, earlier: [] });
    },
    retry(targets) {
      if (last !== undefined) send({ order: { ...last, batchId: uuid(), targets }, earlier: newest ?? [] });
    },
    underway: (command) => inFlight.find((order) => order.command === command)?.action,
    resultsOf(command, targets) {
      const attempts = remembered.find(([each]) => each !== undefined && isOf(each.order, command, targets)) ?? [];
      return { action: attempts[0]?.order.action ?? '', results: resultsOf(attempts, records) };
    },
    batch,
    forget: () => setHasBatch(false),
    isPending: inFlight.length > 0,
    failure:
      failed === null || asked !== null
        ? null
        : { command: failed.order.command, error: failed.error, again: () => send(failed) },
  };
  const dialog =
    asked === null ? null : (
      <ConfirmDialog
        key={asked.batchId}
        order={asked}
        isPending={sending.isPending}
        error={failed?.error ?? null}
        onSend={(description) => send({ order: { ...asked, description }, earlier: [] })}
        onClose={() => setAsked(null)}
      />
    );
  return { sending, dialog };
}
