import { Moment } from '@/components/moment';

const MOMENTS = ['first recruit'];

/** Celebrates the first recruit who has signed. */
export function FirstRecruit({ wallet }: { readonly wallet: string }) {
  return (
    <Moment wallet={wallet} moments={MOMENTS}>
      First proven recruit. It begins.
    </Moment>
  );
}
