import { CollapseSection } from '@/features/education/collapse-section';
import { EducationSection } from '@/features/education/education-section';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { Hero } from '@/features/site/hero';
import { LastScene } from '@/features/site/last-scene';
import { PathSteps } from '@/features/site/path-steps';
import { SuccessStories } from '@/features/site/success-stories';
import { useWalletState } from '@/features/wallet/wallet-store';

export function LandingRoute() {
  const wallet = useWalletState();
  return (
    <>
      <Hero />
      <PathSteps />
      <CollapseSection
        wallet={wallet.status === 'connected' ? wallet.address : null}
        findReferrer={rememberedReferrer}
      />
      <SuccessStories />
      <EducationSection />
      <LastScene />
    </>
  );
}
